import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { bodiesMessages } from '../messages/bodies.ts'
import { useJob } from '../use-job.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Bodies.module.css'
import type { BodyCalls } from './body-calls.ts'

export interface CageTransferSectionProps {
  body: Asset
  hasCages: boolean
  calls: BodyCalls
  onCarried: () => void
}

export function CageTransferSection({ body, hasCages, calls, onCarried }: CageTransferSectionProps) {
  const translate = useTranslate(bodiesMessages)
  const [sourceId, setSourceId] = useState<string | null>(null)
  const otherBodies = useQuery({
    queryKey: body.id,
    queryFn: (_, signal) => calls.loadOtherBodies(signal),
    cacheName: 'other-bodies',
  })
  const job = useJob({ start: calls.transferCages, read: calls.readJob, onEnd: onCarried })
  const title = translate('carry.title')
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.why}>{translate(hasCages ? 'carry.why.again' : 'carry.why')}</p>
      {otherBodies.error !== null && (
        <Notice
          tone="bad"
          action={
            <Button size="sm" onClick={otherBodies.refetch}>
              {translate('action.retry')}
            </Button>
          }
        >
          {translate(getErrorMessageKey(otherBodies.error))}
        </Notice>
      )}
      {otherBodies.latestData?.length === 0 ? (
        <p className={styles.why}>{translate('carry.nobody')}</p>
      ) : (
        <div className={styles.carry}>
          <SelectField
            label={translate('carry.from')}
            placeholder={translate('carry.choose')}
            items={(otherBodies.latestData ?? []).map(({ id, name }) => ({ id, label: name }))}
            value={sourceId}
            onChange={setSourceId}
            isDisabled={job.isBusy}
          />
          <Button
            waiting={sourceId === null}
            busy={job.isBusy && translate('action.working')}
            onClick={() => sourceId !== null && job.start(sourceId)}
          >
            {translate('carry.begin')}
          </Button>
        </div>
      )}
      {job.isBusy && <ProgressBar label={title} value={job.progress ?? 0} />}
      {job.error !== null && <Notice tone="bad">{translate(getErrorMessageKey(job.error))}</Notice>}
      {job.reason && (
        <Notice tone="bad">
          <span lang="en">{job.reason}</span>
        </Notice>
      )}
    </section>
  )
}
