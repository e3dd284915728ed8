import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { wordOf } from '../../api/contract/errors.ts'
import { useJob } from '../asset/use-job.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { useAsking } from '../use-asking.ts'
import styles from './Bodies.module.css'
import type { BodyCalls } from './body-calls.ts'

/** Props of {@link Carry}. */
export interface CarryProps {
  body: Asset
  hasCages: boolean
  calls: BodyCalls
  onCarried: () => void
}

/** Has the cages of a body made from those of another, and follows that. */
export function Carry({ body, hasCages, calls, onCarried }: CarryProps) {
  const { translate } = useAtelier()
  const [from, setFrom] = useState<string | null>(null)
  const others = useAsking({ question: body.id, ask: (_, signal) => calls.others(signal), keptAs: 'other-bodies' })
  const job = useJob({ begin: calls.carry, read: calls.readJob, onEnd: onCarried })
  const title = translate('carry.title')
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.why}>{translate(hasCages ? 'carry.why.again' : 'carry.why')}</p>
      {others.error !== null && (
        <Notice
          tone="bad"
          action={
            <Button size="sm" onClick={others.askAgain}>
              {translate('action.retry')}
            </Button>
          }
        >
          {translate(wordOf(others.error))}
        </Notice>
      )}
      {others.latest?.length === 0 ? (
        <p className={styles.why}>{translate('carry.nobody')}</p>
      ) : (
        <div className={styles.carry}>
          <SelectField
            label={translate('carry.from')}
            placeholder={translate('carry.choose')}
            items={(others.latest ?? []).map(({ id, name }) => ({ id, label: name }))}
            value={from}
            onChange={setFrom}
            isDisabled={job.isBusy}
          />
          <Button
            waiting={from === null}
            busy={job.isBusy && translate('action.working')}
            onClick={() => from !== null && job.begin(from)}
          >
            {translate('carry.begin')}
          </Button>
        </div>
      )}
      {job.isBusy && <ProgressBar label={title} value={job.progress ?? 0} />}
      {job.error !== null && <Notice tone="bad">{translate(wordOf(job.error))}</Notice>}
      {job.reason && (
        <Notice tone="bad">
          <span lang="en">{job.reason}</span>
        </Notice>
      )}
    </section>
  )
}
