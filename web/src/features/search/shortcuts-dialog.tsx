import { Switch } from '@mantine/core'
import { useState } from 'react'
import { DialogFrame } from '../../ui/dialog/dialog-frame.tsx'
import classes from './search.module.css'
import { commandKey, singleKeys } from './shortcut-keys.ts'

const shortcuts: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [`${commandKey}K`], does: 'Abrir a busca rápida' },
  { keys: ['N'], does: 'Começar um novo protocolo, fora dos campos' },
  { keys: ['?'], does: 'Mostrar estes atalhos, fora dos campos' },
  {
    keys: ['Enter'],
    does: 'Enviar um formulário curto, ir ao próximo campo em um com vários itens ou abrir o que está em foco',
  },
  {
    keys: [`${commandKey}Enter`],
    does: 'Enviar de um texto longo, ou de qualquer campo de um formulário com vários itens',
  },
  { keys: ['J', 'K'], does: 'Ir ao próximo item ou ao anterior, com os detalhes abertos' },
  { keys: ['Shift+Espaço'], does: 'Selecionar todas as linhas desde a última' },
  { keys: ['Esc'], does: 'Fechar um diálogo, painel ou menu' },
  { keys: ['↑', '↓'], does: 'Percorrer listas e menus' },
  { keys: ['Tab', 'Shift+Tab'], does: 'Ir ao próximo elemento ou voltar ao anterior' },
]

/** Loaded when first opened. */
export default function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isOn, setOn] = useState(singleKeys.isOn)
  const change = (next: boolean) => {
    singleKeys.set(next)
    setOn(next)
  }
  return (
    <DialogFrame isOpen={isOpen} title="Atalhos de teclado" onClose={onClose}>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={classes.row}>
            <dt className="flex gap-4">
              {keys.map((key) => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Usar as teclas N e ?"
        description="Desligue se você usa comandos de voz ou aperta as teclas sem querer."
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </DialogFrame>
  )
}
