import { CubeIcon } from '@phosphor-icons/react/Cube'
import type { Asset } from '../../api/contract/assets.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { MorphQuality } from '../../api/contract/morph-quality.ts'
import type { MorphQueueEntry } from '../../api/contract/morphs.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { assetPanelsMessages } from '../messages/asset-panels.ts'
import { useJob } from '../use-job.ts'
import { usePoll } from '../use-poll.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetPanels.module.css'
import { CompareButton } from './CompareButton.tsx'
import { PanelQueryContent } from './PanelQueryContent.tsx'
import type { ModelComparison, PanelProps } from './panel-props.ts'

const isInProgress = (entry: MorphQueueEntry | undefined) => entry?.status === 'queued' || entry?.status === 'running'
const TONES = { queued: 'quiet', running: 'run', done: 'ok', failed: 'bad' } as const

/** Panel with the jobs that fit the asset to other bodies: status, quality report, and a button to start a job. */
export function MorphPanel({ asset, panelCalls, compared, onCompare }: PanelProps) {
  const translate = useTranslate(assetPanelsMessages)
  const query = useQuery({
    inspectorLabel: 'fits',
    queryKey: asset.updatedAt,
    queryFn: (_, signal) => panelCalls.morphs(signal),
  })
  const shownQuery = { ...query, data: query.data ?? query.latestData }
  const job = useJob({
    start: async (bodies, signal) => {
      for (const body of bodies.split(' ')) await panelCalls.generateMorph(body, signal)
      return null
    },
    read: panelCalls.readJob,
    onEnd: query.refetch,
  })
  usePoll(shownQuery.data?.entries.some(isInProgress) === true, query.refetch)
  return (
    <PanelQueryContent query={shownQuery}>
      {({ bodies, entries }) => {
        const otherBodies = bodies.filter(({ id }) => id !== asset.bodyId)
        const entryOf = ({ id }: Asset) => entries.find(({ bodyId }) => bodyId === id)
        const missing = otherBodies.filter((body) => !isInProgress(entryOf(body)) && entryOf(body)?.status !== 'done')
        const isFitting = job.isBusy && translate('action.working')
        return (
          <>
            {otherBodies.length === 0 && <p className={styles.why}>{translate('fit.noBodies')}</p>}
            {job.error !== null && <Notice tone="bad">{translate(getErrorMessageKey(job.error))}</Notice>}
            {missing.length > 1 && (
              <span>
                <Button size="sm" busy={isFitting} onClick={() => job.start(missing.map(({ id }) => id).join(' '))}>
                  {translate('fit.missing')}
                </Button>
              </span>
            )}
            <ul className={styles.cards}>
              {otherBodies.map((body) => (
                <MorphCard
                  key={body.id}
                  body={body}
                  entry={entryOf(body)}
                  compared={compared}
                  onCompare={onCompare}
                  onFit={missing.includes(body) && !job.isBusy ? () => job.start(body.id) : undefined}
                />
              ))}
            </ul>
          </>
        )
      }}
    </PanelQueryContent>
  )
}

interface MorphCardProps extends ModelComparison {
  body: Asset
  entry: MorphQueueEntry | undefined
  onFit: (() => void) | undefined
}

function MorphCard({ body, entry, onFit, compared, onCompare }: MorphCardProps) {
  const translate = useTranslate(assetPanelsMessages)
  return (
    <li>
      <Plinth pigment={pigmentOf(body.type)} src={body.iconUrl}>
        <CubeIcon />
      </Plinth>
      <b>{body.name}</b>
      {entry ? (
        <Chip tone={TONES[entry.status]}>{translate(`fit.${entry.status}`)}</Chip>
      ) : (
        <small>{translate('fit.none')}</small>
      )}
      {entry?.status === 'failed' && entry.error && <small lang="en">{entry.error}</small>}
      {entry?.report && <MorphQualityFacts of={entry.report} />}
      {entry?.modelUrl && (
        <CompareButton other={{ url: entry.modelUrl, name: body.name }} compared={compared} onCompare={onCompare} />
      )}
      {onFit && (
        <Button size="sm" aria-label={translate('fit.begin.to', { body: body.name })} onClick={onFit}>
          {translate(entry ? 'action.retry' : 'fit.begin')}
        </Button>
      )}
    </li>
  )
}

const QUALITY_FIELDS = ['newlyInside', 'turnedOver', 'missed', 'keysOutside'] as const

function MorphQualityFacts({ of }: { of: MorphQuality }) {
  const translate = useTranslate(assetPanelsMessages)
  const { language } = useAtelier()
  const problems = QUALITY_FIELDS.map((field) => [field, of[field] ?? 0] as const).filter(([, count]) => count > 0)
  if (problems.length === 0) return <small>{translate('fit.well')}</small>
  return (
    <dl className={styles.measures}>
      {problems.map(([field, count]) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{translate(`fit.${field}`)}</dt>
          <dd>{formatNumber(count, language)}</dd>
        </div>
      ))}
    </dl>
  )
}
