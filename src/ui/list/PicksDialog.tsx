import { useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { AskDialog } from '../form/AskDialog.tsx'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { Tick } from '../kit/Tick.tsx'
import { useAsking } from '../use-asking.ts'
import type { BulkAction } from './bulk.ts'
import styles from './PicksDialog.module.css'

type Asks = Required<Pick<BulkAction<never>, 'choices' | 'several'>>

/** Props of {@link PicksDialog}. */
export interface PicksDialogProps extends Readonly<Asks['several']> {
  /** How many rows it is about. */
  n: number
  /** The key of what is done. */
  verb: string
  choices: Asks['choices']
  /** Told the ids of what was picked, at least one. */
  onPicked: (ids: readonly string[]) => void
  onClose: () => void
}

/** Asks with which of several things something is done to many rows. Loaded when first wanted. */
export function PicksDialog({ title, why, none, n, verb, choices, onPicked, onClose }: PicksDialogProps) {
  const { translate } = useAtelier()
  const [picked, setPicked] = useState<readonly string[]>([])
  const { answer, error, askAgain } = useAsking({
    // Unique among the lists, too.
    question: title,
    ask: (_, signal) => choices(signal),
    keptAs: 'bulk choices',
  })
  const offered = answer ?? []
  const toggle = (id: string) => setPicked(picked.includes(id) ? picked.filter((it) => it !== id) : [...picked, id])
  const isAll = offered.every(({ id }) => picked.includes(id))
  return (
    <AskDialog
      title={translate(title, { n })}
      submitLabel={translate(verb)}
      submit={{ disabled: picked.length === 0 }}
      className={styles.form}
      onSubmit={() => picked.length > 0 && onPicked(picked)}
      onClose={onClose}
    >
      <p>{translate(why)}</p>
      {error !== null ? (
        <Notice
          tone="bad"
          action={
            <Button size="sm" variant="ghost" onClick={askAgain}>
              {translate('action.retry')}
            </Button>
          }
        >
          {translate(wordOf(error))}
        </Notice>
      ) : answer === undefined ? (
        <Skeleton width={180} />
      ) : (
        <ul className={styles.picks}>
          {offered.length === 0 && <li>{translate(none)}</li>}
          {offered.length > 1 && (
            <li>
              <Pick
                label={translate('list.pickAll')}
                isTicked={isAll}
                isPartly={!isAll && picked.length > 0}
                onPress={() => setPicked(isAll ? [] : offered.map(({ id }) => id))}
              />
            </li>
          )}
          {offered.map(({ id, label }) => (
            <li key={id}>
              <Pick label={translate(label)} isTicked={picked.includes(id)} onPress={() => toggle(id)} />
            </li>
          ))}
        </ul>
      )}
    </AskDialog>
  )
}

interface PickProps {
  label: string
  isTicked: boolean
  isPartly?: boolean
  onPress: () => void
}

function Pick(props: PickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is the label's control
    <label>
      <Tick {...props} />
      <span aria-hidden="true">{props.label}</span>
    </label>
  )
}
