// biome-ignore-all lint/a11y/useSemanticElements: a table cannot lay out rows that expand
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scroll container has to be scrollable by keyboard
// biome-ignore-all lint/a11y/useFocusableInteractive: a row has the focus, not its cells
import { Fragment } from 'react'
import type { MessageKey } from '../ui/message-key.ts'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { eventText } from './chart.ts'
import styles from './Inspector.module.css'
import { formatValue } from './inspector-controller.ts'
import type { MaskedValue } from './mask.ts'
import { contextAt, type Recording, type Step } from './recording.ts'

/** Length from which a text may be cut off, in characters; such a text is scrollable. */
const MAX_UNSCROLLED_LENGTH = 100

const transitionText = (name: string): string => {
  const [state = '', event = '', index = ''] = name.split('|')
  return [state, eventText(event), index].join(' · ')
}

export function StepDetails({ recording, step }: { recording: Recording; step: Step }) {
  const translate = useTranslate(inspectorMessages)
  const sections: [messageKey: MessageKey<'inspector'>, values: readonly string[]][] = [
    ['inspector.transitions', step.transitions.map(transitionText)],
    ['inspector.guards', step.guards.map(({ name, says }) => `${says ? '✓' : '⊘'} ${name}`)],
    ['inspector.actions', step.actions],
    ['inspector.emitted', step.emitted.map((event) => JSON.stringify(event))],
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
    // Clicks and scroll keys inside must not collapse the row.
    <div
      role="gridcell"
      className={styles.details}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
    >
      <pre tabIndex={0}>{formatValue(step.event)}</pre>
      <dl>
        {sections
          .filter(([, values]) => values.length > 0)
          .map(([messageKey, values]) => (
            <div key={messageKey}>
              <dt>{translate(messageKey)}</dt>
              <dd>
                {values.map((value, index) => (
                  <code
                    // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, and their order never changes
                    key={index}
                    data-gone={value.startsWith('−') || undefined}
                    tabIndex={value.length > MAX_UNSCROLLED_LENGTH ? 0 : undefined}
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

/** Context after a step, with the changed parts marked. */
function Context({ recording: { steps }, step }: { recording: Recording; step: Step }) {
  const translate = useTranslate(inspectorMessages)
  const after = contextAt(steps, step.actor, step.n)
  const previous = steps.findLast(({ actor, n }) => actor === step.actor && n < step.n)
  const before = previous && contextAt(steps, step.actor, previous.n)
  if (!isRecord(after) || !isRecord(before)) return <pre tabIndex={0}>{formatValue(after)}</pre>
  const lines = Object.entries(after).map(([key, value]) => ({
    key,
    text: `  ${JSON.stringify(key)}: ${formatValue(value).replaceAll('\n', '\n  ')}`,
    hasChanged: JSON.stringify(value) !== JSON.stringify(before[key]),
  }))
  return (
    <pre tabIndex={0}>
      {'{\n'}
      {lines.map(({ key, text, hasChanged }, index) => (
        <Fragment key={key}>
          {hasChanged ? <mark title={translate('inspector.changed')}>{text}</mark> : text}
          {index < lines.length - 1 ? ',\n' : '\n'}
        </Fragment>
      ))}
      {'}'}
    </pre>
  )
}

const isRecord = (value: MaskedValue | undefined): value is { readonly [key: string]: MaskedValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
