import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './calendar-feed.module.css'

/** A new address, and how to use it. Takes the focus, because the button that created it is gone. */
export function FeedAddress({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className={classes.new}>
      <div className={classes.line}>
        <TextInput
          ref={field}
          label="Endereço do calendário"
          className={classes.address}
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton
          text={url}
          shownIn={field}
          label="Copiar"
          done="Copiado"
          failure="Não foi possível copiar. Selecione o endereço e copie-o."
        />
      </div>
      <Banner tone="pending">
        Copie agora: o endereço não será mostrado de novo. Não o compartilhe: quem o tem vê estes prazos sem senha.
      </Banner>
      <dl className={classes.ways}>
        <dt>Google Agenda</dt>
        <dd>No computador, clique em + ao lado de “Outras agendas”, escolha adicionar por URL e cole o endereço.</dd>
        <dt>Outlook</dt>
        <dd>No calendário, clique em “Adicionar calendário”, escolha assinar da Web e cole o endereço.</dd>
        <dt>Thunderbird</dt>
        <dd>Crie um novo calendário na rede e cole o endereço.</dd>
      </dl>
      <p className={classes.facts}>
        Mudanças podem demorar a aparecer: o Google Agenda leva até um dia. O Google e o Outlook na Web só leem o
        endereço se o Malote puder ser acessado pela internet.
      </p>
    </div>
  )
}
