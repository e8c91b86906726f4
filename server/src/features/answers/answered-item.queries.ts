import type { AnsweredItem, AnswerLinkFacts } from '@malote/core/answers/answer-rules.ts'
import { readAnswerToken } from '@malote/core/answers/answer-token.ts'
import type { ItemFacts, ReturnFacts } from '@malote/core/items/item-rules.ts'
import { sql } from 'kysely'
import type { StoredAnswerLink } from '../../domain/mail/answer-links.repo.ts'
import type { Db } from '../../platform/db/connect.ts'
import { tokenHash } from '../../platform/http/auth.ts'

/** A link of a reminder with its item, as they are now. */
export interface FollowedLink extends AnsweredItem {
  link: AnswerLinkFacts & StoredAnswerLink
  shown: { itemType: string; documentNumber: string | null; itemDescription: string | null }
}

/**
 * The link that a token belongs to. Every token takes the same single statement, also one that is none at all, so that
 * the time of the answer does not tell which links exist.
 */
export async function findFollowedLink(db: Db, token: string): Promise<FollowedLink | undefined> {
  const { rows } = await sql<Row>`
    select l.user_id, l.item_id, l.return_date as link_return_date, l.created_at, l.used_at, l.ended_at,
      u.name, u.role, u.department_id, u.is_active,
      p.origin_department_id, p.destination_department_id, p.status as protocol_status, p.requires_return,
      i.status, i.return_date, i.responsible_id, i.document_number, i.description, t.name as item_type,
      array(select kind from occurrences where item_id = i.id and status = 'aberta') as open_occurrences,
      exists (select from extension_requests where item_id = i.id and status = 'aberto') as has_open_request
    from answer_links l
    join users u on u.id = l.user_id
    join items i on i.id = l.item_id
    join item_types t on t.id = i.item_type_id
    join protocols p on p.id = i.protocol_id
    where l.secret_hash = ${tokenHash(readAnswerToken(token)?.secret ?? token)}
  `.execute(db)
  const [row] = rows
  return row && followedLinkOf(row)
}

interface Row extends Omit<AnswerLinkFacts, 'returnDate'>, Omit<ReturnFacts, 'status'>, ItemFacts {
  userId: number
  itemId: number
  linkReturnDate: string
  name: string
  role: AnsweredItem['person']['role']
  departmentId: number | null
  isActive: boolean
  protocolStatus: ReturnFacts['status']
  documentNumber: string | null
  description: string | null
  itemType: string
  openOccurrences: AnsweredItem['openOccurrences']
  hasOpenRequest: boolean
}

const followedLinkOf = (row: Row): FollowedLink => ({
  link: {
    ...{ userId: row.userId, itemId: row.itemId, returnDate: row.linkReturnDate },
    ...{ createdAt: row.createdAt, usedAt: row.usedAt, endedAt: row.endedAt },
  },
  person: {
    ...{ id: row.userId, name: row.name, role: row.role },
    ...{ departmentId: row.departmentId, isActive: row.isActive },
  },
  protocol: {
    ...{ originDepartmentId: row.originDepartmentId, destinationDepartmentId: row.destinationDepartmentId },
    ...{ status: row.protocolStatus, requiresReturn: row.requiresReturn },
  },
  item: { status: row.status, returnDate: row.returnDate, responsibleId: row.responsibleId },
  openOccurrences: row.openOccurrences,
  hasOpenRequest: row.hasOpenRequest,
  shown: { itemType: row.itemType, documentNumber: row.documentNumber, itemDescription: row.description },
})
