import type { Variant } from '../../api/contract/variants.ts'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { ProgressBar } from '../kit/ProgressBar.tsx'
import { useAsking } from '../use-asking.ts'
import { usePoll } from '../use-poll.ts'
import { CompareButton } from './CompareButton.tsx'
import { PanelAnswer } from './PanelAnswer.tsx'
import styles from './Panels.module.css'
import type { Comparing, PanelProps } from './panel-props.ts'
import { type RunningJob, useJob } from './use-job.ts'
import { useRights } from './use-rights.ts'

const isAlive = ({ state }: Variant) => state === 'queued' || state === 'running'

/** The smaller models that each recipe makes of the asset's: before and after, and which of them is the asset's model. */
export function Versions({ actor, asset, work, compared, onCompare }: PanelProps) {
  const { translate } = useAtelier()
  const asking = useAsking({ about: 'variants', question: asset.modelUrl, ask: (_, signal) => work.variants(signal) })
  const job = useJob({
    begin: (recipe, signal) => work.makeVariant(recipe as Variant['recipe'], signal),
    read: work.readJob,
    onEnd: asking.askAgain,
  })
  usePoll(asking.answer?.some(isAlive) === true, asking.askAgain)
  const mayChange = useRights(asset).mayUpdate && !asset.locked
  return (
    <PanelAnswer asking={asking}>
      {(variants) => (
        <>
          <p className={styles.why}>{translate('version.why')}</p>
          <ul className={styles.rows}>
            {variants.map((variant) => (
              <Version
                key={variant.recipe}
                variant={variant}
                job={job}
                compared={compared}
                onCompare={onCompare}
                mayMake={mayChange}
                onAdopt={
                  mayChange
                    ? () => actor.send({ type: 'command.requested', command: { do: 'adopt', recipe: variant.recipe } })
                    : undefined
                }
              />
            ))}
          </ul>
        </>
      )}
    </PanelAnswer>
  )
}

interface VersionProps extends Comparing {
  variant: Variant
  job: RunningJob
  mayMake: boolean
  onAdopt: (() => void) | undefined
}

function Version({ variant, job, mayMake, onAdopt, compared, onCompare }: VersionProps) {
  const { translate, language } = useAtelier()
  const { recipe, state, error, isModel, levels } = variant
  const isOurs = job.isBusy && job.task === recipe
  const isBusy = isOurs || isAlive(variant)
  return (
    <li>
      <span className={styles.line}>
        <b>{translate(`version.${recipe}`)}</b>
        {isModel ? (
          <Chip tone="ok">{translate('version.used')}</Chip>
        ) : state === 'done' ? (
          onAdopt && (
            <Button size="sm" onClick={onAdopt}>
              {translate('version.use')}
            </Button>
          )
        ) : (
          mayMake && (
            <Button
              size="sm"
              busy={isBusy && translate('action.working')}
              waiting={job.isBusy && !isOurs}
              onClick={() => job.begin(recipe)}
            >
              {translate(state === 'failed' ? 'action.retry' : 'version.make')}
            </Button>
          )
        )}
      </span>
      <small>{translate(`version.${recipe}.why`)}</small>
      {isBusy && <ProgressBar label={translate(`version.${recipe}`)} value={isOurs ? (job.progress ?? 0) : 0} />}
      {error && state === 'failed' && <small lang="en">{error}</small>}
      {levels.map(({ modelUrl, before, after, difference, differenceUrl }, at) => (
        <span key={modelUrl} className={styles.level}>
          <span>
            <span>
              {formatBytes(before.bytes, language)} → <ins>{formatBytes(after.bytes, language)}</ins>
            </span>
            <span>
              {translate('version.triangles', {
                before: formatNumber(before.triangles, language),
                after: formatNumber(after.triangles, language),
              })}
            </span>
            {difference && (
              <small>{translate('version.difference', { share: formatPercent(difference.mean, language) })}</small>
            )}
          </span>
          <span className={styles.seen}>
            {differenceUrl && <img src={differenceUrl} alt={translate('version.picture')} loading="lazy" />}
            <CompareButton
              other={{
                url: modelUrl,
                name: [translate(`version.${recipe}`), levels.length > 1 && at + 1].filter(Boolean).join(' '),
              }}
              compared={compared}
              onCompare={onCompare}
            />
          </span>
        </span>
      ))}
    </li>
  )
}
