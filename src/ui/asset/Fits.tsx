import { CubeIcon } from '@phosphor-icons/react/Cube'
import type { Asset } from '../../api/contract/assets.ts'
import { wordOf } from '../../api/contract/errors.ts'
import type { FitReport } from '../../api/contract/fit-report.ts'
import type { MorphQueueEntry } from '../../api/contract/morphs.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { useAsking } from '../use-asking.ts'
import { usePoll } from '../use-poll.ts'
import { CompareButton } from './CompareButton.tsx'
import { PanelAnswer } from './PanelAnswer.tsx'
import styles from './Panels.module.css'
import type { Comparing, PanelProps } from './panel-props.ts'
import { useJob } from './use-job.ts'

const isAlive = (entry: MorphQueueEntry | undefined) => entry?.status === 'queued' || entry?.status === 'running'
const TONES = { queued: 'quiet', running: 'run', done: 'ok', failed: 'bad' } as const

/** The asset on each other body, side by side: how far that is, how well it fits, and the way to have it made. */
export function Fits({ asset, work, compared, onCompare }: PanelProps) {
  const { translate } = useAtelier()
  const asking = useAsking({ about: 'fits', question: asset.updatedAt, ask: (_, signal) => work.fits(signal) })
  const shown = { ...asking, answer: asking.answer ?? asking.latest }
  const job = useJob({
    begin: async (bodies, signal) => {
      for (const body of bodies.split(' ')) await work.fit(body, signal)
      return null
    },
    read: work.readJob,
    onEnd: asking.askAgain,
  })
  usePoll(shown.answer?.entries.some(isAlive) === true, asking.askAgain)
  return (
    <PanelAnswer asking={shown}>
      {({ bodies, entries }) => {
        const others = bodies.filter(({ id }) => id !== asset.bodyId)
        const entryOf = ({ id }: Asset) => entries.find(({ bodyId }) => bodyId === id)
        const missing = others.filter((body) => !isAlive(entryOf(body)) && entryOf(body)?.status !== 'done')
        const isFitting = job.isBusy && translate('action.working')
        return (
          <>
            {others.length === 0 && <p className={styles.why}>{translate('fit.noBodies')}</p>}
            {job.error !== null && <Notice tone="bad">{translate(wordOf(job.error))}</Notice>}
            {missing.length > 1 && (
              <span>
                <Button size="sm" busy={isFitting} onClick={() => job.begin(missing.map(({ id }) => id).join(' '))}>
                  {translate('fit.missing')}
                </Button>
              </span>
            )}
            <ul className={styles.cards}>
              {others.map((body) => (
                <Card
                  key={body.id}
                  body={body}
                  entry={entryOf(body)}
                  compared={compared}
                  onCompare={onCompare}
                  onFit={missing.includes(body) && !job.isBusy ? () => job.begin(body.id) : undefined}
                />
              ))}
            </ul>
          </>
        )
      }}
    </PanelAnswer>
  )
}

interface CardProps extends Comparing {
  body: Asset
  entry: MorphQueueEntry | undefined
  onFit: (() => void) | undefined
}

function Card({ body, entry, onFit, compared, onCompare }: CardProps) {
  const { translate } = useAtelier()
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
      {entry?.report && <Report of={entry.report} />}
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

const MEASURES = ['newlyInside', 'turnedOver', 'missed', 'keysOutside'] as const

/** How well it fits, in what is to be looked at. */
function Report({ of }: { of: FitReport }) {
  const { translate, language } = useAtelier()
  const told = MEASURES.map((measure) => [measure, of[measure] ?? 0] as const).filter(([, count]) => count > 0)
  if (told.length === 0) return <small>{translate('fit.well')}</small>
  return (
    <dl className={styles.measures}>
      {told.map(([measure, count]) => (
        <div key={measure} style={{ display: 'contents' }}>
          <dt>{translate(`fit.${measure}`)}</dt>
          <dd>{formatNumber(count, language)}</dd>
        </div>
      ))}
    </dl>
  )
}
