import { canAdminister, canReadUsers } from '@malote/core/users/user-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCategory,
  IconHeartbeat,
  IconListSearch,
  IconPackages,
  IconTruckDelivery,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'

export interface SettingsSection {
  title: string
  /** A one-line description. */
  description: string
  icon: TablerIcon
  link: { to: string }
  /** Shown on the hub with 'Em breve' and not available yet (contract 2.12.1). */
  isDisabled?: boolean
  /** Who may read the section; everybody by default. */
  isFor?: (viewer: Viewer) => boolean
}

/** The cards of the hub and the entries of the navigation on each settings screen, in the order of contract 2.1.5. */
const sections: readonly SettingsSection[] = [
  {
    title: 'Departamentos',
    description: 'Quem envia, recebe e guarda os documentos.',
    icon: IconBuildingCommunity,
    link: linkOptions({ to: '/settings/departments' }),
  },
  {
    title: 'Categorias de Protocolos',
    description: 'Em quantos dias, úteis ou corridos, um item deve voltar.',
    icon: IconCategory,
    link: linkOptions({ to: '/settings/categories' }),
  },
  {
    title: 'Tipos de Itens',
    description: 'Os documentos e objetos que circulam.',
    icon: IconPackages,
    link: linkOptions({ to: '/settings/item-types' }),
  },
  {
    title: 'Fornecedores',
    description: 'As empresas a que os documentos se referem.',
    icon: IconTruckDelivery,
    link: linkOptions({ to: '/settings/suppliers' }),
  },
  {
    title: 'Usuários',
    description: 'Quem usa o sistema, em que departamento e com que perfil.',
    icon: IconUsers,
    link: linkOptions({ to: '/settings/users' }),
    isFor: (viewer) => canReadUsers(viewer).allowed,
  },
  {
    title: 'Calendário',
    description: 'Os feriados, que não contam como dias úteis.',
    icon: IconCalendarEvent,
    link: linkOptions({ to: '/settings/calendar' }),
  },
  {
    title: 'Auditoria',
    description: 'Quem entrou, mudou ou baixou o quê, quando e de onde.',
    icon: IconListSearch,
    link: linkOptions({ to: '/settings/audit' }),
    isFor: (viewer) => canAdminister(viewer).allowed,
  },
  {
    title: 'Sistema',
    description: 'Se tudo funciona: banco de dados, e-mails, tarefas, disco e certificados.',
    icon: IconHeartbeat,
    link: linkOptions({ to: '/settings/system' }),
    isFor: (viewer) => canAdminister(viewer).allowed,
  },
]

export const sectionsFor = (viewer: Viewer) => sections.filter(({ isFor }) => !isFor || isFor(viewer))
