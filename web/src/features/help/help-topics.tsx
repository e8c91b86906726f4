import type { HelpTopic } from '@malote/core/help/help-section.ts'
import classes from './help.module.css'

/** The content of a section: paragraphs, ordered steps and notes. */
export function HelpTopics({ topics }: { topics: readonly HelpTopic[] }) {
  return topics.map(({ title, text, steps, note }) => (
    <section key={title} className={classes.topic}>
      <h3 className={classes.topicTitle}>{title}</h3>
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {steps && (
        <ol className={classes.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {note && <p className={classes.note}>{note}</p>}
    </section>
  ))
}
