import { Loader } from '@mantine/core'
import classes from './states.module.css'

/** A spinner with its word; lists use skeletons of their own shape instead. */
export function LoadingState({ isFullPage = false }: { isFullPage?: boolean }) {
  return (
    <div className={classes.state} data-full-page={isFullPage} role="status">
      <Loader size={28} aria-hidden />
      <span className={classes.hint}>Carregando...</span>
    </div>
  )
}
