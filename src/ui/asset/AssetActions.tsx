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
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { Menu } from '../kit/overlays/Menu.tsx'
import { useIsPhone } from '../list/use-is-phone.ts'
import { assetMessages } from '../messages/asset.ts'
import { usePageCommands } from '../page-commands.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetScreen.module.css'
import { buildChoiceCommands } from './choice-commands.ts'
import { DETAILS_FORM_ID } from './DetailsForm.tsx'
import { downloadFromUrl } from './download-from-url.ts'
import type { AssetActor } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'
import type { DetailsFormState } from './use-details-form.ts'
import type { NeighbourNavigation } from './use-neighbours.ts'

/** Menu items for the previous and next asset on phones, where the page's head has no space for buttons. */
const NEIGHBOUR_ITEMS = [
  ['before', <CaretUpIcon key="up" />],
  ['after', <CaretDownIcon key="down" />],
] as const

const LockDialog = lazyComponent(async () => (await import('./LockDialog.tsx')).LockDialog)

export interface AssetActionsProps {
  actor: AssetActor
  asset: Asset
  form: DetailsFormState
  onDelete: (asset: Asset) => void
  /** Starts a new asset with the given asset as template. */
  onNewFrom: (asset: Asset) => void
  neighbours?: NeighbourNavigation | null | undefined
}

/** Menu item, which the command palette lists as well. */
interface AssetMenuItem {
  id: string
  label: string
  icon: ReactElement
  danger?: boolean
  disabled?: string | undefined
  onAction: () => void
}

/** Buttons and menu at the end of the page's head: save, download, delete and other actions on the asset. */
export function AssetActions({ actor, asset, form, onDelete, onNewFrom, neighbours }: AssetActionsProps) {
  const isPhone = useIsPhone()
  const translate = useTranslate(assetMessages)
  const { mayUpdate, mayLock, mayCopy, mayDelete } = useAssetPermissions(asset)
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'saving' }))
  const isConflicted = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'conflicted' }))
  const isJustSaved = useSelector(actor, (snapshot) => snapshot.matches({ shown: { settled: 'justSaved' } }))
  const [isLocking, setLocking] = useState(false)
  const label = translate('asset.actions', { name: asset.name })
  const neighbourItems = NEIGHBOUR_ITEMS.filter(([direction]) => isPhone && neighbours?.neighbours[direction]).map(
    ([direction, icon]) => ({
      id: direction,
      label: translate(`asset.${direction}`),
      icon,
      onAction: () => neighbours?.go(direction),
    }),
  )
  const groups: readonly { items: readonly AssetMenuItem[] }[] = [
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
          onAction: () => downloadFromUrl(asset.modelUrl, `${asset.name}.glb`),
        },
        ...(asset.psdUrl
          ? [
              {
                id: 'source',
                label: translate('asset.source'),
                icon: <DownloadSimpleIcon />,
                onAction: () => actor.send({ type: 'command.requested', command: { do: 'source' } }),
              },
            ]
          : []),
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
  const shownGroups = mayDelete ? groups : groups.slice(0, 1)
  const choices = () => {
    const { page } = actor.getSnapshot().context
    if (!page || !mayUpdate || asset.locked) return []
    return buildChoiceCommands(page, translate, (command) => actor.send({ type: 'command.requested', command }))
  }
  usePageCommands(() => ({
    subject: asset.name,
    commands: [
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
      ...shownGroups
        .flatMap(({ items }) => items)
        .map(({ onAction, disabled, ...item }) => ({ ...item, run: onAction, disabledReason: disabled })),
    ],
  }))
  return (
    <>
      {isLocking && <LockDialog actor={actor} asset={asset} onClose={() => setLocking(false)} />}
      <Menu label={label} groups={[...(neighbourItems.length > 0 ? [{ items: neighbourItems }] : []), ...shownGroups]}>
        {(button) => <IconButton {...button} label={label} tip={false} icon={<DotsThreeIcon weight="bold" />} />}
      </Menu>
      {mayUpdate && !asset.locked && (
        <>
          <span role="status" className={styles.saved}>
            {isJustSaved && !form.isDirty && translate('asset.savedNow')}
          </span>
          <Button
            type="submit"
            form={DETAILS_FORM_ID}
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
