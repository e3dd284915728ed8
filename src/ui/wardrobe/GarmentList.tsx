import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { useMemo, useState } from 'react'
import { ASSET_TYPES, type Asset, type AssetType } from '../../api/contract/assets.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { BODY_TYPE } from '../../machines/asset/outfit.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { createAutocompleteFilter } from '../list/definition.ts'
import { AutocompleteControl } from '../list/filters/AutocompleteControl.tsx'
import { wardrobeMessages } from '../messages/wardrobe.ts'
import { useTranslate } from '../use-translate.ts'
import { GarmentLine } from './GarmentLine.tsx'
import type { WardrobeState } from './use-wardrobe.ts'
import styles from './Wardrobe.module.css'
import type { WardrobeCalls } from './wardrobe-calls.ts'

export interface GarmentListProps {
  wardrobe: WardrobeState
  canChange: boolean
  isOwn: boolean
  calls: Pick<WardrobeCalls, 'find' | 'get'>
}

/** Items of a wardrobe, grouped by type, and all bodies to choose from. A press puts an item on or takes it off. */
export function GarmentList({ wardrobe, canChange, isOwn, calls }: GarmentListProps) {
  const translate = useTranslate(wardrobeMessages)
  const { assets, figures, ids, reading, change, more } = wardrobe
  // Resets the picker after a removal, because the items chosen in it are outdated.
  const [removedCount, setRemovedCount] = useState(0)
  const removeGarment = (id: string) => {
    change.start({ do: 'remove', assetIds: [id] })
    setRemovedCount(removedCount + 1)
  }
  const isLoaded = reading.latestData !== undefined
  const groups = useMemo(() => (isLoaded ? groupByType(assets, figures) : []), [isLoaded, assets, figures])
  return (
    <section aria-labelledby="garments" aria-busy={reading.isBusy}>
      <header className={styles.head}>
        <h2 id="garments">{translate('wardrobe.assets')}</h2>
        {canChange && isLoaded && <GarmentPicker key={removedCount} {...{ wardrobe, calls }} />}
      </header>
      {change.error !== null && (
        <Notice tone="bad" action={<RetryButton onClick={change.again} />}>
          {translate(getErrorMessageKey(change.error))}
        </Notice>
      )}
      {isLoaded && ids.length === 0 && (
        <p className={styles.quiet}>
          {translate(canChange ? 'wardrobe.empty.add' : isOwn ? 'wardrobe.empty.own' : 'wardrobe.empty')}
        </p>
      )}
      {!isLoaded && <GarmentsSkeleton />}
      {groups.map(([type, groupAssets]) => (
        <div key={type} className={styles.group}>
          <h3>{translate(`asset.type.${type}`)}</h3>
          <ul>
            {groupAssets.map((asset) => (
              <GarmentLine
                key={asset.id}
                asset={asset}
                wardrobe={wardrobe}
                onRemove={canChange && ids.includes(asset.id) ? () => removeGarment(asset.id) : undefined}
              />
            ))}
          </ul>
        </div>
      ))}
      {more && (
        <Button busy={reading.isBusy && translate('action.working')} onClick={more}>
          {translate('wardrobe.more')}
        </Button>
      )}
    </section>
  )
}

function RetryButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      {useTranslate()('action.retry')}
    </Button>
  )
}

/** Search for assets outside the wardrobe. Choosing an asset adds it to the wardrobe. Deselecting the asset removes it again. */
function GarmentPicker({ wardrobe, calls }: Pick<GarmentListProps, 'wardrobe' | 'calls'>) {
  const { ids, change } = wardrobe
  const [pickedIds, setPickedIds] = useState<readonly string[]>(NO_IDS)
  const filter = useMemo(
    () =>
      createAutocompleteFilter<Asset>({
        field: 'assetId',
        placeholder: 'wardrobe.add',
        icon: <CoatHangerIcon />,
        multiple: true,
        extraQueryParams: { order: '-updatedAt' },
        endpoint: async (query, signal) => {
          const { data } = await calls.find(query, signal)
          return { data: data.filter(({ id }) => !ids.includes(id) || pickedIds.includes(id)) }
        },
        findByIdEndpoint: calls.get,
      }),
    [calls, ids, pickedIds],
  )
  const onSelectionChange = (value: unknown) => {
    const selectedIds = Array.isArray(value) ? (value as string[]) : []
    const addedIds = selectedIds.filter((id) => !pickedIds.includes(id))
    const removed = pickedIds.filter((id) => !selectedIds.includes(id))
    setPickedIds(selectedIds)
    if (addedIds.length > 0) change.start({ do: 'add', assetIds: addedIds })
    else if (removed.length > 0) change.start({ do: 'remove', assetIds: removed })
  }
  return <AutocompleteControl filter={filter} value={NO_IDS} onChange={onSelectionChange} />
}

const NO_IDS: readonly string[] = []

const GarmentsSkeleton = () => (
  <div className={styles.group} aria-hidden="true">
    {[140, 168, 120, 152].map((width) => (
      <div key={width} className={styles.waiting}>
        <Skeleton shape="plinth" />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)

/** Groups the assets by type in the standard order. Bodies are last, because there are many and the user wears only one. */
function groupByType(assets: readonly Asset[], figures: readonly Asset[]): (readonly [AssetType, readonly Asset[]])[] {
  const types = [...ASSET_TYPES.filter((type) => type !== BODY_TYPE), BODY_TYPE]
  return types.flatMap((type) => {
    const typeAssets = type === BODY_TYPE ? figures : assets.filter((asset) => asset.type === type)
    return typeAssets.length > 0 ? [[type, typeAssets] as const] : []
  })
}
