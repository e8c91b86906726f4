import { Loader } from '@mantine/core'
import classes from './ui.module.css'

/** A spinner with text; lists use skeletons instead. */
export function LoadingState({ isFullPage = false }: { isFullPage?: boolean }) {
  return (
    <div className={classes.state} data-full-page={isFullPage} role="status">
      <Loader size={28} aria-hidden />
      <span className={classes.hint}>Carregando...</span>
    </div>
  )
}
