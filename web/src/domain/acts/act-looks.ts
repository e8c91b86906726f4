import { type ActName, acts } from '@malote/core/acts/act.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsExchange,
  IconBan,
  IconBellRinging,
  IconCalendar,
  IconCalendarPlus,
  IconCalendarTime,
  IconCheck,
  IconCornerUpRight,
  IconInbox,
  IconListCheck,
  IconMessageReply,
  IconPencil,
  IconPrinter,
  IconUserPlus,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'

/** The icon of an act on its buttons, in menus, in the history and in the recent activities. */
export const actIcons: Readonly<Record<ActName, TablerIcon>> = {
  receive: IconInbox,
  check: IconListCheck,
  edit: IconPencil,
  redirect: IconArrowForwardUp,
  forward: IconCornerUpRight,
  print: IconPrinter,
  refuse: IconBan,
  cancel: IconX,
  complete: IconCheck,
  returnItem: IconArrowBackUp,
  completeItem: IconCheck,
  remind: IconBellRinging,
  assign: IconUserPlus,
  transfer: IconArrowsExchange,
  dueDate: IconCalendar,
  cancelItem: IconX,
  report: IconAlertTriangle,
  answer: IconMessageReply,
  askForTime: IconCalendarPlus,
  decide: IconCalendarTime,
}

/** An act as a menu or a panel shows it. */
export const actLook = (act: ActName) => ({ label: acts[act].name as string, icon: actIcons[act] })
