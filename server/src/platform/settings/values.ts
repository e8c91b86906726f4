import { isIP } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { databaseWithTls } from '../http/tls-defaults.ts'

const portProblem = 'informe um número de 0 a 65535'
export const port = z
  .string()
  .regex(/^\s*\d+\s*$/, portProblem)
  .transform(Number)
  .pipe(z.number().max(65_535, portProblem))

const poolSizeProblem = 'informe um número de 2 a 500'
export const poolSize = z
  .string()
  .regex(/^\s*\d+\s*$/, poolSizeProblem)
  .transform(Number)
  .pipe(z.number().min(2, poolSizeProblem).max(500, poolSizeProblem))

export const within = (least: number, most: number, error = `informe um número de ${least} a ${most}`) =>
  z.coerce.number({ error }).min(least).max(most)

export const wholeNumber = (least: number, most: number, error = `informe um número inteiro de ${least} a ${most}`) =>
  within(least, most, error).int()

export const days = (fewest: number) =>
  wholeNumber(fewest, 36_500, `informe um número inteiro de dias, de ${fewest} a 36500`)

export const url = (protocol: RegExp, example: string) =>
  z.url({ protocol, hostname: /./, error: `informe um endereço como ${example}` })

/** The server may be a socket in the query string. */
export const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value), {
    error: 'informe um endereço como postgresql://usuario:senha@servidor/banco',
  })
  .transform(databaseWithTls)

export const text = z.string().trim().min(1)

/** An e-mail address, alone or with a display name. */
export const sender = text.regex(/^([^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, {
  error: 'informe um remetente como Malote <malote@exemplo.com.br>',
})

/** E-mail addresses, separated by commas. */
export const addresses = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine((all) => all.every((address) => z.email().safeParse(address).success), {
    error: 'informe endereços de e-mail, separados por vírgulas',
  })

/** `true`, `false`, or the addresses of the proxies in front of us, separated by commas. */
export const trustProxy = z
  .string()
  .refine((value) => value === 'true' || value === 'false' || value.split(',').every(isProxy), {
    error: 'informe true, false ou os endereços dos proxies, como 10.0.0.1 ou 10.0.0.0/8',
  })
  .transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value))

/**
 * Uses the same parser as Fastify, plus a check: the parser alone would read `1` as the address 0.0.0.1 and `010.0.0.1`
 * as 8.0.0.1.
 */
function isProxy(value: string): boolean {
  const address = value.trim()
  try {
    compile(address)
  } catch {
    return false
  }
  return isIP(address.replace(/\/.*$/, '')) !== 0 || /^[a-z]+$/.test(address)
}

export const onOrOff = (usual: 'on' | 'off') => z.enum(['on', 'off'], { error: 'informe on ou off' }).default(usual)

/** Only names: PostgreSQL interprets the sign of a numeric offset the other way round. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('pt-BR', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

export const timeZone = z.string().refine(isTimeZone, 'informe um fuso horário como America/Sao_Paulo')
