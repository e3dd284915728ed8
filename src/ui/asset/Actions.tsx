import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/CaretUp'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { LockSimpleIcon } from '@phosphor-icons/react/LockSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useSelector } from '@xstate/react'
import { type ReactElement, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import { shownPart } from '../kit/part.ts'
import { usePhone } from '../list/use-phone.ts'
import { useOffers } from '../offers.ts'
import styles from './AssetScreen.module.css'
import { choiceOffers } from './choice-offers.ts'
import { DETAILS_FORM } from './DetailsForm.tsx'
import type { AssetActor } from './use-asset.ts'
import type { DetailsForm } from './use-details.ts'
import type { Beside } from './use-neighbours.ts'
import { useRights } from './use-rights.ts'

/** Where a phone, whose head has no room for it, has the way to what stands beside the asset. */
const WAYS = [
  ['before', <CaretUpIcon key="up" />],
  ['after', <CaretDownIcon key="down" />],
] as const

const LockDialog = shownPart(async () => (await import('./LockDialog.tsx')).LockDialog)

/** Props of {@link Actions}. */
export interface ActionsProps {
  actor: AssetActor
  asset: Asset
  form: DetailsForm
  onDelete: (asset: Asset) => void
  /** Makes another from it. */
  onNewFrom: (asset: Asset) => void
  beside?: Beside | null | undefined
}

/** A line of the menu, as the command palette offers it too. */
interface Action {
  id: string
  label: string
  icon: ReactElement
  danger?: boolean
  /** Why it cannot be done now. */
  disabled?: string | undefined
  onAction: () => void
}

/** What can be done with the asset, at the end of the page's head: save, download, delete. */
export function Actions({ actor, asset, form, onDelete, onNewFrom, beside }: ActionsProps) {
  const isPhone = usePhone()
  const { translate } = useAtelier()
  const { mayUpdate, mayLock, mayCopy, mayDelete } = useRights(asset)
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'saving' }))
  const isConflicted = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'conflicted' }))
  const isJustSaved = useSelector(actor, (snapshot) => snapshot.matches({ shown: { settled: 'justSaved' } }))
  const [isLocking, setLocking] = useState(false)
  const label = translate('asset.actions', { name: asset.name })
  const ways = WAYS.filter(([way]) => isPhone && beside?.neighbours[way]).map(([way, icon]) => ({
    id: way,
    label: translate(`asset.${way}`),
    icon,
    onAction: () => beside?.go(way),
  }))
  const groups: readonly { items: readonly Action[] }[] = [
    {
      items: [
        ...(mayLock && !asset.locked
          ? [
              {
                id: 'lockFor',
                label: translate('asset.lock.withReason'),
                icon: <LockSimpleIcon />,
                onAction: () => setLocking(true),
              },
            ]
          : []),
        {
          id: 'download',
          label: translate('asset.download'),
          icon: <DownloadSimpleIcon />,
          onAction: () => download(asset),
        },
        ...(mayCopy
          ? [
              {
                id: 'template',
                label: translate('asset.newFrom'),
                icon: <CopyIcon />,
                onAction: () => onNewFrom(asset),
              },
            ]
          : []),
      ],
    },
    {
      items: [
        {
          id: 'delete',
          label: translate('asset.delete'),
          icon: <TrashIcon />,
          danger: true,
          disabled: asset.locked
            ? translate('asset.locked')
            : isConflicted
              ? translate('asset.delete.conflict')
              : undefined,
          onAction: () => onDelete(asset),
        },
      ],
    },
  ]
  const shown = mayDelete ? groups : groups.slice(0, 1)
  const choices = () => {
    const { page } = actor.getSnapshot().context
    if (!page || !mayUpdate || asset.locked) return []
    return choiceOffers(page, translate, (command) => actor.send({ type: 'command.requested', command }))
  }
  useOffers(() => ({
    about: asset.name,
    offers: [
      ...(mayLock
        ? [
            {
              id: 'lock',
              label: translate(asset.locked ? 'asset.unlock' : 'asset.lock'),
              icon: asset.locked ? ('unlock' as const) : ('lock' as const),
              run: () => actor.send({ type: 'lock.toggled' }),
            },
          ]
        : []),
      ...choices(),
      ...shown
        .flatMap(({ items }) => items)
        .map(({ onAction, disabled, ...item }) => ({ ...item, run: onAction, refusal: disabled })),
    ],
  }))
  return (
    <>
      {isLocking && <LockDialog actor={actor} asset={asset} onClose={() => setLocking(false)} />}
      <Menu label={label} groups={[...(ways.length > 0 ? [{ items: ways }] : []), ...shown]}>
        {(button) => <IconButton {...button} label={label} tip={false} icon={<DotsThreeIcon weight="bold" />} />}
      </Menu>
      {mayUpdate && !asset.locked && (
        <>
          <span role="status" className={styles.saved}>
            {isJustSaved && !form.isDirty && translate('asset.savedNow')}
          </span>
          <Button
            type="submit"
            form={DETAILS_FORM}
            variant={form.isDirty ? 'ink' : 'line'}
            aria-keyshortcuts="Control+S Meta+S"
            waiting={form.isFixed || !form.isDirty || isConflicted}
            busy={isSaving && translate('action.working')}
          >
            {translate('asset.save')}
          </Button>
        </>
      )}
    </>
  )
}

function download({ modelUrl, name }: Asset): void {
  const link = document.createElement('a')
  link.href = modelUrl
  link.download = `${name}.glb`
  link.click()
}
