import type { Variant } from '../../api/contract/variants.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatNumber } from '../format-number.ts'
import { formatPercent } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { ProgressBar } from '../kit/feedback/ProgressBar.tsx'
import { assetPanelsMessages } from '../messages/asset-panels.ts'
import { type RunningJob, useJob } from '../use-job.ts'
import { usePoll } from '../use-poll.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetPanels.module.css'
import { CompareButton } from './CompareButton.tsx'
import { PanelQueryContent } from './PanelQueryContent.tsx'
import type { ModelComparison, PanelProps } from './panel-props.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

const isInProgress = ({ state }: Variant) => state === 'queued' || state === 'running'

/** Panel with the optimised variants of the asset's model, by recipe: statistics before and after, and the variant in use. */
export function VariantsPanel({ actor, asset, panelCalls, compared, onCompare }: PanelProps) {
  const translate = useTranslate(assetPanelsMessages)
  const query = useQuery({
    inspectorLabel: 'variants',
    queryKey: asset.modelUrl,
    queryFn: (_, signal) => panelCalls.variants(signal),
  })
  const job = useJob({
    start: (recipe, signal) => panelCalls.makeVariant(recipe as Variant['recipe'], signal),
    read: panelCalls.readJob,
    onEnd: query.refetch,
  })
  usePoll(query.data?.some(isInProgress) === true, query.refetch)
  const mayChange = useAssetPermissions(asset).mayUpdate && !asset.locked
  return (
    <PanelQueryContent query={query}>
      {(variants) => (
        <>
          <p className={styles.why}>{translate('version.why')}</p>
          <ul className={styles.rows}>
            {variants.map((variant) => (
              <VariantItem
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
    </PanelQueryContent>
  )
}

interface VariantItemProps extends ModelComparison {
  variant: Variant
  job: RunningJob
  mayMake: boolean
  onAdopt: (() => void) | undefined
}

function VariantItem({ variant, job, mayMake, onAdopt, compared, onCompare }: VariantItemProps) {
  const translate = useTranslate(assetPanelsMessages)
  const { language } = useAtelier()
  const { recipe, state, error, isModel, levels } = variant
  const isOurs = job.isBusy && job.task === recipe
  const isBusy = isOurs || isInProgress(variant)
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
              onClick={() => job.start(recipe)}
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
