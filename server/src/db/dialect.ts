import { AppError } from '@malote/core/shared/errors.ts'
import { type DatabaseConnection, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'

/**
 * SQLSTATEs with which PostgreSQL refuses a COMMIT: nothing was written. Bad data, broken constraints, collisions, missing
 * rights or resources, a trigger's exception. Not 40003 (completion unknown), and nothing that speaks of timeouts, the
 * connection or the server (08, 57, 58, XX): a pooler says those of a server that it has lost, too.
 */
const refusals = /^(2[23]|40(?!003)|42|44|53|55|P0)/

/** True when PostgreSQL itself has answered a COMMIT with a refusal; otherwise it may have been applied. */
export const isRefusedCommit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && refusals.test(String(error.code))

class OutcomeDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (cause) {
      throw isRefusedCommit(cause) ? cause : new AppError('OUTCOME_UNKNOWN', { cause })
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A rollback fails only with its connection, which the pool then drops. The caller must hear what came before.
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/**
 * PostgreSQL whose transactions end in one of three ways: committed, certainly not (any error), or AppError OUTCOME_UNKNOWN
 * when the connection broke after COMMIT was sent.
 */
export class OutcomeDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new OutcomeDriver(this.#config)
  }
}
