import classes from './entrance-picture.module.css'

const questions = ['Quem enviou', 'Onde está agora', 'Quem responde por ele', 'Quando deve voltar']

/** A drawing of what the product does: the path with its four questions, and the return path. */
export function CustodyPath() {
  return (
    <div className={classes.drawing}>
      <ol className={classes.stations}>
        {questions.map((question, index) => (
          <li key={question} className={classes.station} data-current={index === 1} data-to-come={index > 1}>
            <span className={classes.stop} aria-hidden />
            {question}
          </li>
        ))}
      </ol>
      <svg
        className={classes.back}
        viewBox="0 0 120 400"
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M0 398H58a60 60 0 0 0 60-60V62A60 60 0 0 0 58 2H0" />
      </svg>
    </div>
  )
}
