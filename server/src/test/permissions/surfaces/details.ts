import { answering, type Surface } from './surface.ts'

export const details: Surface[] = [
  { path: '/api/protocols/{id}', what: 'page', read: answering(({ id }) => `/api/protocols/${id}`) },
  { path: '/api/protocols/{id}/print', what: 'form', read: answering(({ id }) => `/api/protocols/${id}/print`) },
  {
    path: '/api/protocols/{id}/occurrences',
    what: 'list',
    read: answering(({ id }) => `/api/protocols/${id}/occurrences`),
  },
  {
    path: '/api/protocols/items/{itemId}/due-date',
    what: 'why this date',
    read: answering(({ itemId }) => `/api/protocols/items/${itemId}/due-date`),
  },
  {
    path: '/api/protocols/attachments/{attachmentId}/download',
    what: 'photo of an occurrence',
    read: answering(({ photoId }) => `/api/protocols/attachments/${photoId}/download`),
  },
  {
    path: '/api/protocols/{id}/destination-users',
    what: 'people',
    read: answering(({ id }) => `/api/protocols/${id}/destination-users`),
  },
  {
    path: '/api/protocols/attachments/{attachmentId}/download',
    what: 'file',
    read: answering(({ attachmentId }) => `/api/protocols/attachments/${attachmentId}/download`),
  },
]
