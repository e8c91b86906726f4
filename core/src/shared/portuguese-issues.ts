import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/**
 * The message for a value whose field has no message of its own: wrong type, too long, not on the list.
 * Field schemas with a message from the contract never get here.
 */
function sentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Campo obrigatório' : 'Valor inválido'
    case 'too_big':
      return issue.origin === 'string' ? `Informe no máximo ${issue.maximum} caracteres` : 'Valor acima do permitido'
    case 'too_small':
      return issue.origin === 'string' ? 'Campo obrigatório' : 'Valor abaixo do permitido'
    case 'invalid_value':
      return 'Opção inválida'
    default:
      return 'Valor inválido'
  }
}

/** Makes Zod speak Portuguese; called once where a program starts (server, browser). */
export const usePortugueseIssues = () => z.config({ customError: sentence })
