import { readScannedText } from '@malote/core/scans/scanned-text.ts'
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core'
import {
  IconCamera,
  IconDeviceMobileOff,
  IconDeviceMobileVibration,
  IconKeyboard,
  IconVolume,
  IconVolumeOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { refreshCustody } from '../../domain/protocols/protocols.api.ts'
import { type Mode, modes, type StationSearch } from '../../domain/screens/searches.ts'
import { useViewer } from '../../domain/session/session.tsx'
import { isServerReachable } from '../../lib/server-reachability.ts'
import { Banner } from '../../ui/banner.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import type { ToCheck } from './check-mode.tsx'
import { canVibrate, sound, tellAnswer, vibration } from './feedback.ts'
import { LastScan, ScanList } from './scan-list.tsx'
import classes from './scan-station.module.css'
import { type Answer, type Station, sameCodes, stationOf } from './station.ts'
import { useScanKeys } from './use-scan-keys.ts'

const CameraView = lazyPart(() => import('./camera/camera-view.tsx'))
const CheckMode = lazyPart(() => import('./check-mode.tsx'))

interface ScanStationPageProps {
  search: StationSearch
  onSearch: (search: StationSearch) => void
}

/** The counter where the malote is opened. */
export default function ScanStationPage({ search: { mode = 'receive', protocol }, onSearch }: ScanStationPageProps) {
  const station = useStation()
  const { entries, last, isWaiting } = useSyncExternalStore(station.subscribe, station.get)
  const [toCheck, setToCheck] = useState<readonly ToCheck[]>([])
  const isTouch = useIsTouch()
  const [isTyping, setTyping] = useState(false)
  const [isCameraOn, setCamera] = useState(false)
  // A picture shows the same code many times a second.
  const [isSame] = useState(() => sameCodes())

  const take = (code: string) => {
    if (mode !== 'check') station.scan(code, mode)
    else if (!isSame(code)) setToCheck((before) => [...before, { code }])
  }
  const keys = useScanKeys((scan) => (scan.code === null ? station.say(scan.text, invalid) : take(scan.code)))
  const see = (text: string) => {
    const scan = readScannedText(text)
    if (scan) take(scan.code)
    else if (!isSame(text)) station.say(text.slice(0, 60), notOurs)
  }
  return (
    <div className={classes.page}>
      <PageHeader title="Conferência" context={modes[mode].todo}>
        <Switches />
        <LinkButton to="/conferencia/leitor" variant="subtle" leftSection={<IconKeyboard size={16} aria-hidden />}>
          Testar leitor
        </LinkButton>
      </PageHeader>
      <div className="row wrap gap-8-16 mb-16">
        <Segments<Mode>
          aria-label="O que fazer com o que for lido"
          data={(Object.keys(modes) as Mode[]).map((value) => ({ value, label: modes[value].label }))}
          value={mode}
          onChange={(chosen) => {
            setToCheck([])
            onSearch({ mode: chosen === 'receive' ? undefined : chosen })
          }}
        />
      </div>
      <div className={classes.reading}>
        <TextInput
          ref={keys.field}
          className={classes.field}
          size="lg"
          label="Código"
          placeholder="XXXX-XXXX-XXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          // A tablet with a scanner needs no keyboard on its screen, until somebody presses the field.
          inputMode={isTouch && !isTyping ? 'none' : 'text'}
          onPointerDown={() => setTyping(true)}
          value={keys.text}
          onChange={({ currentTarget }) => keys.onText(currentTarget.value)}
        />
        {!isCameraOn && (
          <Button
            variant="default"
            size="lg"
            leftSection={<IconCamera size={20} aria-hidden />}
            onClick={() => setCamera(true)}
          >
            Usar câmera
          </Button>
        )}
      </div>
      {isCameraOn && <CameraView onText={see} onClose={() => setCamera(false)} />}
      {isWaiting && (
        <Banner tone="pending">
          <p>Sem conexão: as leituras ficam na fila deste navegador e são enviadas, em ordem, quando a rede voltar.</p>
        </Banner>
      )}
      <LastScan last={last} />
      {mode === 'check' ? (
        <CheckMode
          protocolId={protocol}
          scan={toCheck[0]}
          onTaken={(scan) => setToCheck((before) => before.filter((one) => one !== scan))}
          onSay={station.say}
          onChoose={(id) => onSearch({ mode: 'check', protocol: id })}
        />
      ) : (
        <ScanList entries={entries} onClear={station.clear} />
      )}
    </div>
  )
}

const notOurs: Answer = { outcome: 'refused', message: 'Este código não é do Malote.' }
const invalid: Answer = { outcome: 'refused', message: 'Código inválido. Confira os caracteres.' }

/** The viewer's station, open while the page is there or scans wait. */
function useStation(): Station {
  const { id } = useViewer()
  const queryClient = useQueryClient()
  const station = stationOf(id, (answer) => {
    tellAnswer(answer)
    // A tick of the checklist changes nothing.
    if (answer.outcome === 'done' && answer.currentLocation) refreshCustody(queryClient)
  })
  const retry = useEffectEvent(() => station.retry())
  useEffect(() => {
    void station.open()
    void keepPage()
    addEventListener('online', retry)
    const stopListening = isServerReachable.subscribe(retry)
    return () => {
      removeEventListener('online', retry)
      stopListening()
    }
  }, [station])
  return station
}

function Switches() {
  return (
    <>
      <Switch store={sound} name="Som" on={IconVolume} off={IconVolumeOff} />
      {canVibrate() && (
        <Switch store={vibration} name="Vibração" on={IconDeviceMobileVibration} off={IconDeviceMobileOff} />
      )}
    </>
  )
}

interface SwitchProps {
  store: typeof sound
  name: string
  on: TablerIcon
  off: TablerIcon
}

function Switch({ store, name, on: On, off: Off }: SwitchProps) {
  const isOn = useSyncExternalStore(store.subscribe, store.get)
  const Icon = isOn ? On : Off
  return (
    <Tooltip label={`${name}: ${isOn ? 'ligado' : 'desligado'}`}>
      <ActionIcon variant="subtle" size={36} aria-label={name} aria-pressed={isOn} onClick={() => store.set(!isOn)}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/**
 * Keeps the station's own files in the browser, so that it opens without a network. Only where the browser offers it: with
 * TLS, or on this computer.
 */
async function keepPage() {
  const { serviceWorker } = navigator
  if (!serviceWorker || import.meta.env.DEV) return
  try {
    const registration = await serviceWorker.register('/conferencia-sw.js', { scope: '/conferencia' })
    const worker = registration.active ?? registration.waiting ?? registration.installing
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    const own = loaded.filter((address) => address.startsWith(`${location.origin}/`))
    worker?.postMessage({ parts: [...new Set(own.map((address) => new URL(address).pathname))] })
  } catch (error) {
    // A browser that keeps nothing still scans.
    console.warn(error)
  }
}
