import { Button, NativeSelect } from '@mantine/core'
import { IconBulb, IconCameraOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import classes from '../scan-station.module.css'
import { cameraFailures, cameraPermission } from './camera-failure.ts'
import { useCamera } from './use-camera.ts'

interface CameraViewProps {
  /** What a code in the picture says, each time it is seen. */
  onText: (text: string) => void
  onClose: () => void
}

/** The camera, after a sentence about what the browser is going to ask (contract 23.19). */
export default function CameraView({ onText, onClose }: CameraViewProps) {
  const [isAsked, setAsked] = useState<boolean>()
  useEffect(() => {
    void cameraPermission().then((permission) => setAsked((before) => before ?? permission === 'granted'))
  }, [])
  if (isAsked === undefined) return null
  if (isAsked) return <Picture onText={onText} onClose={onClose} />
  return (
    <Banner tone="progress">
      <p>
        O navegador vai perguntar se o Malote pode usar a câmera. As imagens são lidas neste aparelho e não saem dele.
      </p>
      <div className="row gap-8">
        <Button onClick={() => setAsked(true)}>Ligar câmera</Button>
        <Button variant="subtle" onClick={onClose}>
          Agora não
        </Button>
      </div>
    </Banner>
  )
}

function Picture({ onText, onClose }: CameraViewProps) {
  const camera = useCamera(onText)
  const { video, isOn, failure, devices, deviceId, torch } = camera
  return (
    <section className={classes.camera} aria-label="Câmera">
      {failure && (
        <Banner tone="danger">
          <p role="alert">{cameraFailures[failure]}</p>
          <Button variant="default" onClick={camera.restart}>
            Ligar de novo
          </Button>
        </Banner>
      )}
      <video ref={video} className={classes.picture} hidden={failure !== null} data-on={isOn} muted playsInline />
      <div className="row wrap gap-8">
        {devices.length > 1 && (
          <NativeSelect
            aria-label="Câmera usada"
            value={deviceId ?? ''}
            data={[
              ...(deviceId ? [] : [{ value: '', label: 'Câmera traseira' }]),
              ...devices.map((device, index) => ({
                value: device.deviceId,
                label: device.label || `Câmera ${index + 1}`,
              })),
            ]}
            onChange={({ currentTarget }) => currentTarget.value && camera.choose(currentTarget.value)}
          />
        )}
        {torch !== null && (
          <Button
            variant="default"
            aria-pressed={torch}
            leftSection={<IconBulb size={16} aria-hidden />}
            onClick={() => camera.setTorch(!torch)}
          >
            Lanterna
          </Button>
        )}
        <Button variant="default" leftSection={<IconCameraOff size={16} aria-hidden />} onClick={onClose}>
          Desligar câmera
        </Button>
      </div>
    </section>
  )
}
