import classes from './layout.module.css'

export function Footer() {
  return (
    <footer className={classes.footer}>
      © {new Date().getFullYear()} Sistema de Gestão de Protocolos. Todos os direitos reservados.
    </footer>
  )
}
