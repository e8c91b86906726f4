import { type NotificationFlag, notificationFlags } from '@malote/core/notifications/notification-type.ts'
import { Switch } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import type { ProfileForm } from './profile-form.ts'
import classes from './profile-page.module.css'

const groups = [
  { about: 'protocols', title: 'Notificações de protocolos' },
  { about: 'items', title: 'Notificações de itens' },
] as const

interface FlagSwitch {
  about: (typeof groups)[number]['about']
  label: string
}

const switches: Readonly<Record<NotificationFlag, FlagSwitch>> = {
  notifyNewProtocol: { about: 'protocols', label: 'Novo protocolo' },
  notifyProtocolReceived: { about: 'protocols', label: 'Protocolo recebido' },
  notifyProtocolEdited: { about: 'protocols', label: 'Protocolo editado' },
  notifyProtocolCanceled: { about: 'protocols', label: 'Protocolo cancelado' },
  notifyProtocolCompleted: { about: 'protocols', label: 'Protocolo concluído' },
  notifyProtocolComment: { about: 'protocols', label: 'Comentário em protocolo' },
  notifyItemReturn: { about: 'items', label: 'Retorno de item' },
  notifyItemCompleted: { about: 'items', label: 'Item concluído' },
  notifyItemCanceled: { about: 'items', label: 'Item cancelado' },
  notifyItemAssigned: { about: 'items', label: 'Item atribuído' },
}

const flagsAbout = (about: FlagSwitch['about']) => notificationFlags.filter((flag) => switches[flag].about === about)

/** The user's notification settings, in the two groups of contract 2.13.2. */
export function NotificationSwitches() {
  return (
    <Card title="Notificações">
      <p className={classes.hint}>Escolha sobre o que você quer ser avisado.</p>
      {groups.map(({ about, title }) => (
        <fieldset key={about} className={classes.group}>
          <legend className={classes.legend}>{title}</legend>
          {flagsAbout(about).map((name) => (
            <Controller<ProfileForm, NotificationFlag>
              key={name}
              name={name}
              render={({ field: { value, onChange, ...field } }) => (
                <Switch
                  {...field}
                  label={switches[name].label}
                  labelPosition="left"
                  className={classes.switch}
                  checked={value === true}
                  onChange={(event) => onChange(event.currentTarget.checked)}
                />
              )}
            />
          ))}
        </fieldset>
      ))}
    </Card>
  )
}
