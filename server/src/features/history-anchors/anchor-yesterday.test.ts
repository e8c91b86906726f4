import { expect, it, onTestFinished, vi } from 'vitest'
import { chainWholeHistory } from '../../platform/db/chain/chain-history.ts'
import { verifyChain } from '../../platform/db/chain/verify-chain.ts'
import { testApp } from '../../test/app.ts'
import { buildProtocol } from '../../test/builders.ts'
import { mailServer, startPost, untilPost } from '../../test/mail-server.ts'
import { anchorYesterday } from './anchor-yesterday.ts'

const config = { APP_TIMEZONE: 'America/Sao_Paulo', ANCHOR_MAIL: ['guarda@malote.test', 'arquivo@malote.test'] }

// proves 18.52
it('the anchor of a day that has ended is logged and mailed, once', async () => {
  const test = await testApp({ ownDatabase: true })
  const { db } = test
  const smtp = await mailServer()
  onTestFinished(smtp.close)
  const post = await startPost(test, smtp.url)
  onTestFinished(post.stop)
  const { id: protocolId } = await buildProtocol(db)
  await db.insertInto('history').values({ protocolId, action: 'Protocolo criado' }).execute()
  // Waits for open transactions of other tests; the job would leave the entry to the next anchor.
  await chainWholeHistory(db)
  const log = { warn: vi.fn() }

  // Still 22 November in São Paulo.
  await anchorYesterday(db, config, log, new Date('2020-11-23T02:00:00Z'))
  await anchorYesterday(db, config, log, new Date('2020-11-23T02:59:00Z'))
  await anchorYesterday(db, config, log, new Date('2020-11-23T03:05:00Z'))

  const { anchors, links, broken } = await verifyChain(db)
  expect({ links, broken }).toEqual({ links: 1, broken: [] })
  expect(anchors.map(({ day }) => day)).toEqual(['2020-11-21', '2020-11-22'])
  const hash = anchors[1]?.hash.toString('hex') ?? ''
  expect(log.warn.mock.calls.map(([details]) => details)).toEqual([
    expect.objectContaining({ event: 'history-anchor', number: 1, day: '2020-11-21', links: 1 }),
    { event: 'history-anchor', number: 2, day: '2020-11-22', links: 1, hash },
  ])
  await vi.waitFor(() => expect(smtp.received).toHaveLength(4), untilPost)
  const mail = smtp.received.find(({ text }) => text.includes(hash))
  expect(mail?.subject).toBe('Âncora do histórico nº 2, de 22/11/2020')
  expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual([
    'arquivo@malote.test',
    'arquivo@malote.test',
    'guarda@malote.test',
    'guarda@malote.test',
  ])
})
