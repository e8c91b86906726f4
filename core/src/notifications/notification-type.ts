/** The types of notifications; each has a flag `notify_<type>` in the profile (contract 11.15). */
export const notificationTypes = [
  'new_protocol',
  'protocol_received',
  'protocol_edited',
  'protocol_canceled',
  'protocol_completed',
  'protocol_comment',
  'item_return',
  'item_completed',
  'item_canceled',
  'item_assigned',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Type of the notices about the user's own account. They have no flag: an intruder must not switch them off. */
export const accountNotice = 'account'

/**
 * The profile's flag for each type of notification; its name on the wire and in the table is `notify_<type>` (contract
 * 3.3).
 */
export const notificationFlagOf = {
  new_protocol: 'notifyNewProtocol',
  protocol_received: 'notifyProtocolReceived',
  protocol_edited: 'notifyProtocolEdited',
  protocol_canceled: 'notifyProtocolCanceled',
  protocol_completed: 'notifyProtocolCompleted',
  protocol_comment: 'notifyProtocolComment',
  item_return: 'notifyItemReturn',
  item_completed: 'notifyItemCompleted',
  item_canceled: 'notifyItemCanceled',
  item_assigned: 'notifyItemAssigned',
} as const satisfies Record<NotificationType, string>
export type NotificationFlag = (typeof notificationFlagOf)[NotificationType]

/** The ten flags, in the order of the profile. */
export const notificationFlags = Object.values(notificationFlagOf) as NotificationFlag[]

/** The same value or schema for each of the ten flags. */
export const switchesOf = <Value>(value: Value) =>
  Object.fromEntries(notificationFlags.map((flag) => [flag, value])) as Record<NotificationFlag, Value>
