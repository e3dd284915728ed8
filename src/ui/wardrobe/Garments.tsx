import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { useMemo, useState } from 'react'
import { ASSET_TYPES, type Asset } from '../../api/contract/assets.ts'
import { wordOf } from '../../api/contract/errors.ts'
import { BODY } from '../../machines/rules/outfit.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { AutocompleteControl } from '../list/AutocompleteControl.tsx'
import { autocompleteFilter } from '../list/definition.ts'
import { GarmentLine } from './GarmentLine.tsx'
import type { WardrobeState } from './use-wardrobe.ts'
import styles from './Wardrobe.module.css'
import type { WardrobeCalls } from './wardrobe-calls.ts'

/** Props of {@link Garments}. */
export interface GarmentsProps {
  wardrobe: WardrobeState
  /** The person may put things into it and take them out. */
  mayChange: boolean
  isOwn: boolean
  calls: Pick<WardrobeCalls, 'find' | 'get'>
}

/** What is in a wardrobe, by type, each a press away from being worn; bodies that are in none stand among them. */
export function Garments({ wardrobe, mayChange, isOwn, calls }: GarmentsProps) {
  const { translate } = useAtelier()
  const { assets, figures, ids, reading, change, more } = wardrobe
  // What was taken out here is no choice of the picker's any more.
  const [taken, setTaken] = useState(0)
  const takeOut = (id: string) => {
    change.start({ do: 'remove', assetIds: [id] })
    setTaken(taken + 1)
  }
  const isThere = reading.latest !== undefined
  const groups = useMemo(() => (isThere ? byType(assets, figures) : []), [isThere, assets, figures])
  return (
    <section aria-labelledby="garments" aria-busy={reading.isBusy}>
      <header className={styles.head}>
        <h2 id="garments">{translate('wardrobe.assets')}</h2>
        {mayChange && isThere && <Picker key={taken} {...{ wardrobe, calls }} />}
      </header>
      {change.error !== null && (
        <Notice tone="bad" action={<Again onClick={change.again} />}>
          {translate(wordOf(change.error))}
        </Notice>
      )}
      {isThere && ids.length === 0 && (
        <p className={styles.quiet}>
          {translate(mayChange ? 'wardrobe.empty.add' : isOwn ? 'wardrobe.empty.own' : 'wardrobe.empty')}
        </p>
      )}
      {!isThere && <Waiting />}
      {groups.map(([type, them]) => (
        <div key={type} className={styles.group}>
          <h3>{translate(`asset.type.${type}`)}</h3>
          <ul>
            {them.map((asset) => (
              <GarmentLine
                key={asset.id}
                asset={asset}
                wardrobe={wardrobe}
                onRemove={mayChange && ids.includes(asset.id) ? () => takeOut(asset.id) : undefined}
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

function Again({ onClick }: { onClick: () => void }) {
  return (
    <Button size="sm" onClick={onClick}>
      {useAtelier().translate('action.retry')}
    </Button>
  )
}

/** Finds assets that are not in the wardrobe by their names; those that are chosen are put into it, and taken out when unchosen. */
function Picker({ wardrobe, calls }: Pick<GarmentsProps, 'wardrobe' | 'calls'>) {
  const { ids, change } = wardrobe
  const [picked, setPicked] = useState<readonly string[]>(NONE)
  const filter = useMemo(
    () =>
      autocompleteFilter<Asset>({
        field: 'assetId',
        placeholder: 'wardrobe.add',
        icon: <CoatHangerIcon />,
        multiple: true,
        extraQueryParams: { order: '-updatedAt' },
        endpoint: async (query, signal) => {
          const { data } = await calls.find(query, signal)
          return { data: data.filter(({ id }) => !ids.includes(id) || picked.includes(id)) }
        },
        findByIdEndpoint: calls.get,
      }),
    [calls, ids, picked],
  )
  const turn = (value: unknown) => {
    const wanted = Array.isArray(value) ? (value as string[]) : []
    const added = wanted.filter((id) => !picked.includes(id))
    const removed = picked.filter((id) => !wanted.includes(id))
    setPicked(wanted)
    if (added.length > 0) change.start({ do: 'add', assetIds: added })
    else if (removed.length > 0) change.start({ do: 'remove', assetIds: removed })
  }
  return <AutocompleteControl filter={filter} value={NONE} onChange={turn} />
}

const NONE: readonly string[] = []

const Waiting = () => (
  <div className={styles.group} aria-hidden="true">
    {[140, 168, 120, 152].map((width) => (
      <div key={width} className={styles.waiting}>
        <Skeleton shape="plinth" />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
)

/** The assets by their type, in the order that types have everywhere; bodies, which are many and chosen once, last. */
function byType(assets: readonly Asset[], figures: readonly Asset[]): (readonly [string, readonly Asset[]])[] {
  const types = [...ASSET_TYPES.filter((type) => type !== BODY), BODY]
  return types.flatMap((type) => {
    const them = type === BODY ? figures : assets.filter((asset) => asset.type === type)
    return them.length > 0 ? [[type, them] as const] : []
  })
}
