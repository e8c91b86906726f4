/** A fault of one kind, and the test that must notice it. */
export interface Fault {
  kind: string
  file: string
  /** Text that the file holds once. */
  from: string
  to: string
  /** A file of Vitest or Playwright, or a check with its arguments. */
  test: string
  /** Words of the titles to run, where the whole file would take long. */
  title?: string
}

/** One fault for each kind of defect that the tests of the default run must notice. */
export const faults: readonly Fault[] = [
  {
    kind: 'a rule is inverted',
    file: 'core/src/items/item-rules.ts',
    from: `if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_RETURNS')
  return isReturnable`,
    to: `if (isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_RETURNS')
  return isReturnable`,
    test: 'core/src/items/item-rules.test.ts',
  },
  {
    kind: 'a state is not asked',
    file: 'core/src/items/item-rules.ts',
    from: `if (protocol.status !== protocolStatus.inProgress) return refused('PROTOCOL_NOT_RECEIVED')`,
    to: '',
    test: 'core/src/items/item-rules.test.ts',
  },
  {
    kind: 'a due date falls on a holiday',
    file: 'core/src/shared/due-date.ts',
    from: ' && !holidays.has(date)',
    to: '',
    test: 'core/src/shared/dates.test.ts',
  },
  {
    kind: 'a name on the wire is wrong',
    file: 'core/src/items/item.wire.ts',
    from: `newItemWire = renamed(newItem, { responsibleId: 'destination_user_id' })`,
    to: `newItemWire = renamed(newItem, { responsibleId: 'responsible_id' })`,
    test: 'core/src/items/items.test.ts',
  },
  {
    kind: 'a null character reaches the database',
    file: 'core/src/shared/wire-values.ts',
    from: `return !text.includes('\\u0000') && text.isWellFormed()`,
    to: 'return true',
    test: 'core/src/shared/shared.test.ts',
  },
  {
    kind: 'an act does not ask its rule',
    file: 'server/src/features/items/return-items.ts',
    from: 'ensure(canReturn(viewer, protocol, item))',
    to: '',
    test: 'server/src/test/permissions/permissions.test.ts',
  },
  {
    kind: 'a row is not locked',
    file: 'server/src/domain/custody/lock-protocol.ts',
    from: `.forNoKeyUpdate('protocols')`,
    to: '',
    test: 'server/src/features/protocols/actions/races.test.ts',
  },
  {
    kind: 'a line of the history is missing',
    file: 'server/src/features/items/return-items.ts',
    from: 'items.map((item) => ({',
    to: 'items.slice(1).map((item) => ({',
    test: 'server/src/features/items/items.test.ts',
  },
  {
    kind: 'a notice goes to the wrong side',
    file: 'server/src/domain/custody/audiences.ts',
    from: '{ managersOf: originDepartmentId,',
    to: '{ managersOf: originDepartmentId + 1,',
    test: 'server/src/domain/notices/recipients.test.ts',
  },
  {
    kind: 'a column stays empty',
    file: 'server/src/features/items/return-items.ts',
    from: 'returnedBy: viewer.id }',
    to: 'returnedBy: null }',
    test: 'server/src/features/items/items.test.ts',
  },
  {
    kind: 'a bulk act is all or nothing',
    file: 'server/src/features/items/run-bulk.ts',
    from: 'if (changeable.length > 0)',
    to: 'if (changeable.length === items.length)',
    test: 'server/src/features/items/bulk.test.ts',
  },
  {
    kind: 'a retried creation is made twice',
    file: 'server/src/features/protocols/create/insertion.ts',
    from: '(claims ? claiming : plain)',
    to: '(claims ? plain : plain)',
    test: 'server/src/features/protocols/create/create-protocol.test.ts',
  },
  {
    kind: 'an event reaches a stranger',
    file: 'server/src/features/live/event-hub.ts',
    from: `    const concerned = streams.all().filter(({ viewer }) => lines.some(({ act }) => canSee(viewer, act)))
    for (const stream of await streams.confirm(concerned)) {
      if (stream.hasDuty) continue
      for (const { act, line } of lines) if (canSee(stream.viewer, act)) streams.send(stream, line)`,
    to: `    for (const stream of await streams.confirm(streams.all())) {
      for (const { line } of lines) streams.send(stream, line)`,
    test: 'server/src/features/live/events.test.ts',
  },
  {
    kind: 'a list shows what a stranger may not see',
    file: 'server/src/domain/visibility/visible-to.ts',
    from: `if (sight === 'everything') return sql`,
    to: `if (sight === 'everything' || table === 'items') return sql`,
    test: 'server/src/test/permissions/visibility.test.ts',
  },
  {
    kind: 'a token stands in the log',
    file: 'server/src/platform/http/security-log.ts',
    from: 'tokenPath.exec(decoded(url))',
    to: 'tokenPath.exec("")',
    test: 'server/src/features/calendar-feed/calendar-feed.test.ts',
  },
  {
    kind: 'the content security policy is looser',
    file: 'server/src/platform/http/security.ts',
    from: `objectSrc: ["'none'"]`,
    to: `objectSrc: ["'self'"]`,
    test: 'server/src/platform/http/security.test.ts',
  },
  {
    kind: 'a changed archive is restored',
    file: 'server/src/platform/archive/seal.ts',
    from: 'timingSafeEqual(mac.digest(), stored)',
    to: 'timingSafeEqual(mac.digest(), mac.copy().digest())',
    test: 'server/src/platform/archive/hostile-archive.test.ts',
  },
  {
    kind: 'a database that a killed process left is not adopted',
    file: 'server/src/platform/db/embedded/owner.ts',
    from: `if (hold.kind === 'mine') return`,
    to: `if (hold.kind === 'mine' && child !== undefined) return`,
    test: 'server/src/platform/db/embedded/start.test.ts',
    title: 'is adopted',
  },
  {
    kind: 'a function of the database is not replaced',
    file: 'server/src/platform/db/sql-files.ts',
    from: 'return first === -1 ? [] : files.slice(first)',
    to: 'return applied.length === 0 ? files : []',
    test: 'server/src/platform/db/migrate.test.ts',
  },
  {
    kind: 'a reminder is sent twice',
    file: 'server/src/features/reminders/reminders.repo.ts',
    from: 'if (reminders.length === 0) return',
    to: 'return',
    test: 'server/src/features/reminders/reminders.test.ts',
  },
  {
    kind: 'a spreadsheet computes a cell',
    file: 'server/src/platform/exports/csv.ts',
    from: '/^[=+\\-@',
    to: '/^[+\\-@',
    test: 'server/src/platform/exports/csv.test.ts',
  },
  {
    kind: 'a file is taken by its extension alone',
    file: 'server/src/platform/files/file-format.ts',
    from: 'return contentType ? { contentType } : { instead: nameOf(head, found) }',
    to: "return { contentType: contentType ?? formats[extension]?.served ?? 'text/plain' }",
    test: 'server/src/platform/files/file-format.test.ts',
  },
  {
    kind: 'the types of the database are stale',
    file: 'server/src/platform/db/schema.ts',
    from: 'actualReturnDate: ColumnType',
    to: 'returnedOn: ColumnType',
    test: 'scripts/db-types.ts --verify',
  },
  {
    kind: 'an index is dropped',
    file: 'server/src/platform/db/migrations/20261125T0000-v1.0.0.sql',
    from: 'create index users_department_id_idx on users (department_id);',
    to: '',
    test: 'server/src/platform/db/migrate.test.ts',
  },
  {
    kind: 'a session outlives its sign-out',
    file: 'server/src/features/auth/auth.routes.ts',
    from: '        await endSession(trx, actor.id, sessionId)\n',
    to: '',
    test: 'server/src/features/auth/auth.test.ts',
    title: 'ends with the logout',
  },
  {
    kind: 'a draft is lost',
    file: 'web/src/domain/session/use-draft.ts',
    from: 'useEffect(() => (isDirty ? drafts.onInterruption(putAway) : undefined), [isDirty])',
    to: 'useEffect(() => (isDirty ? () => putAway : undefined), [isDirty])',
    test: 'web/src/features/protocols/new-protocol/new-protocol.page.test.tsx',
    title: 'loses nothing of a new protocol',
  },
  {
    kind: 'the focus is lost after a dialog',
    file: 'web/src/ui/dialog/dialog-frame.tsx',
    from: '      closeOnEscape={canClose && !isCovered}',
    to: '      returnFocus={false}\n      closeOnEscape={canClose && !isCovered}',
    test: 'e2e/protocols-list.spec.ts',
    title: 'receives, cancels',
  },
  {
    kind: 'a label is missing',
    file: 'web/src/ui/progress-bar.tsx',
    from: '        aria-label={label}\n',
    to: '',
    test: 'e2e/protocols-list.spec.ts',
    title: 'says of each protocol',
  },
  {
    kind: 'a contrast is broken in the dark theme',
    file: 'web/src/features/reports/reports.module.css',
    from: '.table thead th {',
    to: ":global([data-mantine-color-scheme='dark']) .table thead th {\n  color: #555 !important;\n}\n\n.table thead th {",
    test: 'e2e/reports.spec.ts',
    title: 'the numbers, the chart',
  },
  {
    kind: 'a menu leaves the window on a phone',
    file: 'web/src/ui/action-menu.tsx',
    from: 'middlewares={{ flip: margin, shift: margin }}',
    to: 'offset={{ mainAxis: 8, crossAxis: 120 }} middlewares={{ flip: false, shift: false }}',
    test: 'e2e/protocols-list.spec.ts',
    title: 'is a list of cards on a phone',
  },
  {
    kind: 'a toast is swallowed',
    file: 'web/src/app/tell-outcomes.ts',
    from: 'const isShown = isShownInPlace()',
    to: 'const isShown = true',
    test: 'web/src/app/told.page.test.tsx',
  },
  {
    kind: 'a form is left without a question',
    file: 'web/src/ui/dialog/unsaved-changes-guard.tsx',
    from: '    disabled: !isDirty,',
    to: '    disabled: true,',
    test: 'web/src/domain/session/leaving.page.test.tsx',
    title: 'a form that is left',
  },
  {
    kind: 'a changed form is sent under the key of the last one',
    file: 'web/src/lib/idempotency.ts',
    from: 'last.content !== null && last.content !== content ?',
    to: 'last.content === content ?',
    test: 'web/src/features/protocols/choosing.page.test.tsx',
  },
  {
    kind: 'a notice tells of what one may not see',
    file: 'server/src/features/notifications/notifications.queries.ts',
    from: '.on(visibleTo(viewer))',
    to: '',
    test: 'server/src/features/notifications/notifications.test.ts',
  },
  {
    kind: 'a removed text is filled in anyway',
    file: 'server/src/platform/db/sql/typed-texts.sql',
    from: '< cardinality(ids) then',
    to: '< 0 then',
    test: 'server/src/domain/custody/typed-texts.test.ts',
  },
]
