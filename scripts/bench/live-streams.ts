import { randomBytes } from 'node:crypto'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { get as getOverTls } from 'node:https'
import { eventsPath } from '@malote/core/live/event.ts'
import { sessionEnd, tokenHash } from '../../server/src/platform/http/auth.ts'
import type { Stage } from './stage.ts'

/** An open event stream; on a connection of its own, as a browser has it. */
export interface OpenStream {
  onText: (hear: (text: string) => void) => void
  close: () => void
}

export function openStream(url: string, token: string): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.startsWith('https:') ? getOverTls : get)(
      `${url}${eventsPath}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer: IncomingMessage) => {
        if (answer.statusCode !== 200) return reject(new Error(`${eventsPath}: ${answer.statusCode}`))
        answer.setEncoding('utf8').on('error', () => {})
        answer.resume()
        resolve({
          onText: (hear) => {
            answer.on('data', hear)
          },
          close: () => request.destroy(),
        })
      },
    )
    request.on('error', reject)
  })
}

/** Sessions of that many different people, in turn. */
export async function signInMany({ query }: Stage, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await query(
    `insert into sessions (user_id, token_hash, remember, expires_at)
     select people.ids[1 + (place - 1) % cardinality(people.ids)], hash, true, $2
     from unnest($1::bytea[]) with ordinality token (hash, place),
       (select array_agg(id order by id) as ids from users where is_active) people`,
    [tokens.map(tokenHash), new Date(sessionEnd({ remember: true, openedAt: Date.now() }, new Date()))],
  )
  return tokens
}

/** Opens them fifty at a time. */
export async function openMany(url: string, tokens: readonly string[]): Promise<OpenStream[]> {
  const streams: OpenStream[] = []
  for (let at = 0; at < tokens.length; at += 50) {
    streams.push(...(await Promise.all(tokens.slice(at, at + 50).map((token) => openStream(url, token)))))
  }
  return streams
}
