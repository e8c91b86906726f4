/** Why there is no picture. */
export type CameraFailure = keyof typeof cameraFailures

const stillWorks = 'O leitor e o campo continuam funcionando.'

/** What to do about it (contract 23.20). */
export const cameraFailures = {
  insecure: `O navegador só permite a câmera em um endereço seguro (https). ${stillWorks}`,
  refused: `O acesso à câmera foi recusado. Permita a câmera deste site nas configurações do navegador e ligue de novo. ${stillWorks}`,
  dismissed: `O pedido de acesso à câmera foi fechado sem resposta. Ligue de novo e escolha Permitir. ${stillWorks}`,
  busy: `A câmera está em uso por outro programa. Feche-o e ligue de novo. ${stillWorks}`,
  missing: `Nenhuma câmera foi encontrada neste aparelho. ${stillWorks}`,
  unplugged: `A câmera foi desconectada. Conecte-a e ligue de novo. ${stillWorks}`,
  black: `A imagem da câmera está preta. Descubra a lente ou ligue de novo. ${stillWorks}`,
  reader: `O leitor de códigos não pôde ser carregado. Verifique a conexão e ligue de novo. ${stillWorks}`,
  unknown: `Não foi possível ligar a câmera. Tente de novo. ${stillWorks}`,
} as const

/**
 * @param error of `getUserMedia`
 * @param permission of the site after it, as the browser says; undefined where it does not
 */
export function failureOf(error: unknown, permission?: PermissionState): CameraFailure {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return permission === 'prompt' ? 'dismissed' : 'refused'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  if (name === 'NotReadableError' || name === 'AbortError' || name === 'TrackStartError') return 'busy'
  if (name === 'SecurityError' || name === 'TypeError') return 'insecure'
  return 'unknown'
}

/** What the browser says of the permission; undefined where it does not. */
export const cameraPermission = (): Promise<PermissionState | undefined> =>
  (navigator.permissions?.query({ name: 'camera' as PermissionName }) ?? Promise.reject()).then(
    ({ state }) => state,
    () => undefined,
  )

/** Mean brightness, 0 to 255, below which a picture is no picture. */
const darkest = 4

/** Whether a picture is as good as black. */
export function isBlack(video: HTMLVideoElement): boolean {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 32, height: 24 })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return false
  context.drawImage(video, 0, 0, 32, 24)
  const { data } = context.getImageData(0, 0, 32, 24)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
  return sum / (data.length / 4) < darkest
}
