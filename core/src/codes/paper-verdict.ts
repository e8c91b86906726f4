import { protocolStatus } from '../protocols/protocol-status.ts'

/** The page where anybody checks a paper. It loads no schemas, so this file has none. */
export const verificationPath = '/verificar'

/** What is said of a paper. */
export interface PaperVerdict {
  /** `success` while it holds, `danger` when it does not, `pending` when that is not known. */
  tone: 'success' | 'pending' | 'danger'
  sentence: string
}

/** One sentence: whether the paper is genuine, and whether it still holds (contract 22.10). */
export function verdictOnPaper({ current, status }: { current: boolean | null; status: string }): PaperVerdict {
  if (status === protocolStatus.cancelled) {
    return {
      tone: 'danger',
      sentence: 'Este código é autêntico, mas o papel não vale mais: o protocolo foi cancelado.',
    }
  }
  if (current === null) {
    const sentence =
      'Este código é autêntico. Se o papel ainda vale, só o QR code impresso nele diz: leia-o com a câmera.'
    return { tone: 'pending', sentence }
  }
  if (!current) {
    const sentence = 'Este código é autêntico, mas o papel não vale mais: o protocolo mudou depois da impressão.'
    return { tone: 'danger', sentence }
  }
  return status === protocolStatus.completed
    ? { tone: 'success', sentence: 'Este papel é autêntico, e o protocolo já foi concluído.' }
    : { tone: 'success', sentence: 'Este papel é autêntico e continua valendo.' }
}
