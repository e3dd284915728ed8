import { type ReactNode, useId } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import type { Asking } from '../use-asking.ts'
import styles from './Dashboard.module.css'

/** Props of {@link Card}. */
export interface CardProps {
  title: string
  /** At the end of the title: a link to all of it. */
  aside?: ReactNode
  /** What it holds is on its way. */
  isBusy?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A part of the dashboard under a title of its own. */
export function Card({ title, aside, isBusy = false, className, children }: CardProps) {
  const id = useId()
  return (
    <section className={classes(styles.card, className)} aria-labelledby={id} aria-busy={isBusy}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Props of {@link Answered}. */
export interface AnsweredProps<A> {
  asking: Asking<A>
  /** What stands for the answer, in its size, until it is there. */
  waiting: ReactNode
  children: (answer: A) => ReactNode
}

/** What a question was answered with; else what stands for it, or why there is none and a way to ask again. */
export function Answered<A>({ asking: { answer, error, isBusy, askAgain }, waiting, children }: AnsweredProps<A>) {
  const { translate } = useAtelier()
  if (answer !== undefined) return children(answer)
  if (!error) return waiting
  return (
    <div className={styles.trouble} role="status">
      <p>{translate(wordOf(error))}</p>
      <Button size="sm" busy={isBusy && translate('action.working')} onClick={askAgain}>
        {translate('action.retry')}
      </Button>
    </div>
  )
}
