import { Button, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useViewer } from '../../domain/session/session.tsx'
import { counted } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { FilterToggle } from '../../ui/filter/filter-toggle.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Pagination, useExistingPage } from '../../ui/table/pagination.tsx'
import { continues, NotificationRow, useOpenNotification } from './notification-row.tsx'
import {
  type NotificationSearch,
  notificationSearch,
  notificationsQuery,
  readAllNotifications,
} from './notifications.api.ts'
import classes from './notifications.module.css'

interface NotificationsPageProps {
  search: NotificationSearch
  /** Merges a change into the search params. */
  onSearch: (change: NotificationSearch, options?: { replace: boolean }) => void
}

/** The inbox: all notifications, by protocol where several follow one another. */
export default function NotificationsPage({ search, onSearch }: NotificationsPageProps) {
  const { id } = useViewer()
  const found = useQuery(notificationsQuery(id, search))
  const { mutate: readAll } = useMutation(readAllNotifications(useQueryClient(), id))
  const open = useOpenNotification()
  const { data, error, dataUpdatedAt, refetch, isPlaceholderData } = found
  const { unread = 0, total = 0, lastPage = 1, perPage = 1 } = data?.meta ?? {}
  const page = search.page ?? 1
  useExistingPage(page, isPlaceholderData ? undefined : data?.meta?.lastPage, (last) =>
    onSearch({ page: last }, { replace: true }),
  )
  const narrow = (change: NotificationSearch, isTyped = false) =>
    onSearch({ ...change, page: undefined }, { replace: isTyped })
  const isFiltered = search.search !== undefined || search.unread !== undefined
  return (
    <>
      <PageHeader
        title="Notificações"
        count={
          data && (isFiltered ? counted(total, 'encontrada', 'encontradas') : counted(unread, 'não lida', 'não lidas'))
        }
        occasion={isPlaceholderData ? undefined : JSON.stringify({ ...search, page: 1 })}
      >
        {unread > 0 && (
          <Button variant="default" onClick={() => readAll()}>
            Marcar todas como lidas
          </Button>
        )}
      </PageHeader>
      <FilterBar
        search={search.search ?? ''}
        placeholder="Buscar por protocolo, item, pessoa..."
        onSearch={(wanted, isTyped) => narrow({ search: wanted }, isTyped)}
        onClear={() => onSearch(notificationSearch({}))}
        chips={
          <FilterToggle
            label="Não lidas"
            isOn={search.unread !== undefined}
            onChange={(isOn) => narrow({ unread: isOn ? 1 : undefined })}
          />
        }
      />
      <Card>
        <QueryStates
          query={{ data: data?.notifications, error, dataUpdatedAt, refetch }}
          failed="Erro ao carregar as notificações. Tente novamente."
          loading={<Skeleton height={240} />}
          isEmpty={({ length }) => length === 0}
          empty={
            <EmptyState
              title={isFiltered ? 'Nenhuma notificação encontrada' : 'Nenhuma notificação por aqui'}
              icon={IconBell}
            >
              {isFiltered
                ? 'Tente outros termos de busca ou limpe os filtros.'
                : 'O que acontecer com os seus protocolos e itens aparece aqui.'}
            </EmptyState>
          }
        >
          {(notifications) => (
            <ul className={classes.page}>
              {notifications.map((notification, index) => (
                <li key={notification.id}>
                  <NotificationRow
                    notification={notification}
                    isContinued={continues(notification, notifications[index - 1])}
                    isWhole
                    onOpen={open}
                  />
                </li>
              ))}
            </ul>
          )}
        </QueryStates>
      </Card>
      <Pagination
        page={page}
        lastPage={lastPage}
        perPage={perPage}
        total={total}
        onChange={(next) => onSearch({ page: next })}
      />
    </>
  )
}
