// biome-ignore-all lint/a11y/useSemanticElements: a grid of lines that open is laid out as no table can be
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
// biome-ignore-all lint/a11y/useFocusableInteractive: a row has the focus, not its cells
import { Fragment } from 'react'
import { useAtelier } from '../ui/context.ts'
import { shown } from './desk.ts'
import { eventText } from './graph.ts'
import styles from './Inspector.module.css'
import type { Masked } from './mask.ts'
import { contextAt, type Recording, type Step } from './recording.ts'

/** A text of more letters may be cut, and is scrolled. */
const LONG = 100

const transitionText = (name: string): string => {
  const [state = '', event = '', at = ''] = name.split('|')
  return [state, eventText(event), at].join(' · ')
}

/** What is known of one step: what it was, what was asked and done, and what changed. */
export function StepDetails({ recording, step }: { recording: Recording; step: Step }) {
  const { translate } = useAtelier()
  const facts: [word: string, values: readonly string[]][] = [
    ['inspector.transitions', step.transitions.map(transitionText)],
    ['inspector.guards', step.guards.map(({ name, says }) => `${says ? '✓' : '⊘'} ${name}`)],
    ['inspector.actions', step.actions],
    ['inspector.emitted', step.emitted.map((it) => JSON.stringify(it))],
    ['inspector.began', step.began],
    ['inspector.ended', step.ended],
    [
      'inspector.changes',
      step.changes.map(({ at, to }) =>
        to === undefined ? `− ${at.join('.')}` : `${at.join('.')} = ${JSON.stringify(to)}`,
      ),
    ],
  ]
  return (
    // What is pressed in it, and keys that scroll it, are about what it shows: the line stays as it is.
    <div
      role="gridcell"
      className={styles.details}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <pre tabIndex={0}>{shown(step.event)}</pre>
      <dl>
        {facts
          .filter(([, values]) => values.length > 0)
          .map(([word, values]) => (
            <div key={word}>
              <dt>{translate(word)}</dt>
              <dd>
                {values.map((value, at) => (
                  <code
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same may be done twice, and the order never changes
                    key={at}
                    data-gone={value.startsWith('−') || undefined}
                    tabIndex={value.length > LONG ? 0 : undefined}
                  >
                    {value}
                  </code>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <details>
        <summary>{translate('inspector.context')}</summary>
        <Context recording={recording} step={step} />
      </details>
    </div>
  )
}

/** The context after a step, with the parts marked that are not as they were before it. */
function Context({ recording: { steps }, step }: { recording: Recording; step: Step }) {
  const { translate } = useAtelier()
  const after = contextAt(steps, step.actor, step.n)
  const former = steps.findLast(({ actor, n }) => actor === step.actor && n < step.n)
  const before = former && contextAt(steps, step.actor, former.n)
  if (!isRecord(after) || !isRecord(before)) return <pre tabIndex={0}>{shown(after)}</pre>
  const lines = Object.entries(after).map(([key, value]) => ({
    key,
    text: `  ${JSON.stringify(key)}: ${shown(value).replaceAll('\n', '\n  ')}`,
    hasChanged: JSON.stringify(value) !== JSON.stringify(before[key]),
  }))
  return (
    <pre tabIndex={0}>
      {'{\n'}
      {lines.map(({ key, text, hasChanged }, at) => (
        <Fragment key={key}>
          {hasChanged ? <mark title={translate('inspector.changed')}>{text}</mark> : text}
          {at < lines.length - 1 ? ',\n' : '\n'}
        </Fragment>
      ))}
      {'}'}
    </pre>
  )
}

const isRecord = (value: Masked | undefined): value is { readonly [key: string]: Masked } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
