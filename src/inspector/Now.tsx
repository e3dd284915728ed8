import { useId, useState } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import { exampleOf } from './desk.ts'
import { useExamples } from './examples.ts'
import styles from './Inspector.module.css'
import type { Outlook } from './outlook.ts'
import type { Inspector } from './use-inspector.ts'

/** The events that the situation has an opinion on, and what each would do; one can be sent. */
export function Now({ inspector, outlooks }: { inspector: Inspector; outlooks: readonly Outlook[] }) {
  const { translate } = useAtelier()
  const { chosen, desk, step, isShown, recording } = inspector
  const examples = useExamples()
  const [written, setWritten] = useState<{ type: string; text: string } | null>(null)
  const id = useId()
  if (chosen === null || outlooks.length === 0) return <p className={styles.none}>{translate('inspector.now.none')}</p>
  const parsed = written && parse(written.text)
  const isPast = step !== null || isShown
  return (
    <div className={styles.scroll}>
      <ul className={styles.outlooks} aria-label={translate('inspector.view.now')}>
        {outlooks.map(({ event, would, to, guards }) => (
          <li key={event} data-would={would}>
            <code>{event}</code>
            <span>
              {translate(`inspector.would.${would}`, {
                to: to || translate('inspector.stays'),
                guard: guards.join(', '),
              })}
            </span>
            {!isPast && (
              <Button
                size="sm"
                variant="line"
                aria-expanded={written?.type === event}
                onClick={() =>
                  setWritten(
                    written?.type === event
                      ? null
                      : { type: event, text: JSON.stringify(exampleOf(recording, chosen, event, examples), null, 2) },
                  )
                }
                aria-label={translate('inspector.write', { event })}
              >
                {translate('inspector.write.short')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isPast && <p className={styles.none}>{translate('inspector.past')}</p>}
      {written && !isPast && (
        <form
          className={styles.send}
          onSubmit={(event) => {
            event.preventDefault()
            if (parsed) desk.send(chosen, parsed)
          }}
        >
          <label htmlFor={id}>{translate('inspector.payload')}</label>
          <textarea
            id={id}
            rows={6}
            spellCheck={false}
            value={written.text}
            onChange={({ target }) => setWritten({ ...written, text: target.value })}
            aria-invalid={parsed === null}
          />
          <Button size="sm" variant="ink" type="submit" disabled={parsed === null}>
            {translate('inspector.send')}
          </Button>
        </form>
      )}
    </div>
  )
}

/** The event that is written there; `null` where it is none. */
function parse(text: string): { type: string } | null {
  try {
    const event: unknown = JSON.parse(text)
    return typeof event === 'object' && event !== null && typeof (event as { type?: unknown }).type === 'string'
      ? (event as { type: string })
      : null
  } catch {
    return null
  }
}
