import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import classes from './toaster.module.css'

/** Where toasts appear: bottom right, on phones at the top. */
export default function Toaster() {
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false })
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      transitionDuration={150}
      containerWidth={400}
      classNames={{ notification: classes.toast }}
    />
  )
}
