import { type ReactNode, useId } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { joinClassNames } from '../kit/join-class-names.ts'
import type { QueryResult } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Dashboard.module.css'

export interface CardProps {
  title: string
  /** Content at the end of the title line, such as a link to the full list. */
  aside?: ReactNode
  isBusy?: boolean
  className?: string | undefined
  children: ReactNode
}

export function Card({ title, aside, isBusy = false, className, children }: CardProps) {
  const id = useId()
  return (
    <section className={joinClassNames(styles.card, className)} aria-labelledby={id} aria-busy={isBusy}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

export interface QueryContentProps<A> {
  query: QueryResult<A>
  skeleton: ReactNode
  children: (data: A) => ReactNode
}

/** Content for the state of a query: placeholder, error with retry, or response. */
export function QueryContent<A>({ query: { data, error, isBusy, refetch }, skeleton, children }: QueryContentProps<A>) {
  const translate = useTranslate()
  if (data !== undefined) return children(data)
  if (!error) return skeleton
  return (
    <div className={styles.trouble} role="status">
      <p>{translate(getErrorMessageKey(error))}</p>
      <Button size="sm" busy={isBusy && translate('action.working')} onClick={refetch}>
        {translate('action.retry')}
      </Button>
    </div>
  )
}
