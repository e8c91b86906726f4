import { AppError } from '@malote/core/shared/errors.ts'
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { ensureOutsideTransaction } from './outside-transactions.ts'

/**
 * SQLSTATEs that prove that PostgreSQL refused a COMMIT and wrote nothing: bad data, broken constraints, a database
 * that only reads, collisions, missing rights or resources, an exception in a trigger. Excludes 40003 (completion
 * unknown) and all codes for timeouts, connections or the server (08, 57, 58, XX), because a pooler also reports those
 * when it has lost the server.
 */
const refusals = /^(2[23]|25006|40(?!003)|42|44|53|55|P0)/

/** True when PostgreSQL itself refused a COMMIT. Otherwise the transaction may have been applied. */
export const isRefusedCommit = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && refusals.test(String(error.code))

interface OutcomeDialectConfig extends PostgresDialectConfig {
  /** Milliseconds that a transaction waits for each of its locks, where the operator has set no limit. Default: no limit. */
  lockTimeout?: number
}

class OutcomeDriver extends PostgresDriver {
  readonly #lockTimeout: number | undefined

  constructor(config: OutcomeDialectConfig) {
    super(config)
    this.#lockTimeout = config.lockTimeout
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    ensureOutsideTransaction('Another connection')
    return super.acquireConnection()
  }

  /** Set for each transaction, in the same round trip, because others use the same connection too. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const limit = this.#lockTimeout
    const { isolationLevel, accessMode } = settings
    if (limit === undefined || isolationLevel || accessMode) return super.beginTransaction(connection, settings)
    const text = `begin; select set_config('lock_timeout', '${limit}ms', true) where current_setting('lock_timeout') = '0'`
    await connection.executeQuery(CompiledQuery.raw(text))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection)
    } catch (cause) {
      throw isRefusedCommit(cause) ? cause : new AppError('OUTCOME_UNKNOWN', { cause })
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A rollback fails only together with its connection, which the pool then drops. The caller gets the original
    // error.
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/**
 * PostgreSQL dialect whose transactions end in one of three ways: committed, certainly not committed (any error), or
 * AppError OUTCOME_UNKNOWN when the connection broke after COMMIT was sent.
 */
export class OutcomeDialect extends PostgresDialect {
  readonly #config: OutcomeDialectConfig

  constructor(config: OutcomeDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new OutcomeDriver(this.#config)
  }
}
