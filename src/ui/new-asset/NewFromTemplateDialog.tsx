import { CubeIcon } from '@phosphor-icons/react/Cube'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { SearchList } from '../kit/fields/SearchList.tsx'
import { Plinth } from '../kit/layout/Plinth.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useMessages } from '../use-messages.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './NewFromTemplateDialog.module.css'
import { TemplateDialog } from './TemplateDialog.tsx'

export interface NewFromTemplateDialogProps {
  /** Template of the new asset. If null, the user picks one first. */
  template: Asset | null
  api: Pick<Client<typeof contract>, 'assets' | 'privateAssets'>
  onMade: (asset: Asset) => void
  onClose: () => void
}

/** Dialog that creates an asset from a template. The user picks the template first if `template` is null. */
export function NewFromTemplateDialog({ template, api, onMade, onClose }: NewFromTemplateDialogProps) {
  const [pickedTemplate, setPickedTemplate] = useState(template)
  if (!useMessages(assetMessages)) return null
  if (!pickedTemplate) return <TemplatePicker {...{ api, onClose }} onPick={setPickedTemplate} />
  return (
    <TemplateDialog
      template={pickedTemplate}
      create={(body, options) => api.privateAssets.usingTemplate({ body }, options)}
      {...{ onMade, onClose }}
    />
  )
}

/** Number of assets listed at first. The user finds other assets by typing a part of their name. */
const MAX_TEMPLATES = 20
const SEARCH_DEBOUNCE_MS = 150

interface TemplatePickerProps extends Pick<NewFromTemplateDialogProps, 'api' | 'onClose'> {
  onPick: (asset: Asset) => void
}

/** Picker for a template: the most recently changed assets, or assets whose name matches the typed text. */
function TemplatePicker({ api, onPick, onClose }: TemplatePickerProps) {
  const translate = useTranslate(assetMessages)
  const [text, setText] = useState('')
  const search = text.trim()
  const { latestData, error, isBusy } = useQuery({
    queryKey: search,
    queryFn: async (searchText, signal) => {
      const query = { limit: MAX_TEMPLATES, order: '-updatedAt' as const, ...(searchText && { search: searchText }) }
      return (await api.assets.list({ query }, { signal })).data
    },
    debounceMs: search ? SEARCH_DEBOUNCE_MS : 0,
    cacheName: 'templates',
  })
  const templates = latestData ?? []
  const label = translate('asset.template.find')
  const emptyText = translate(isBusy ? 'asset.template.searching' : 'asset.template.none')
  return (
    <Dialog isOpen onClose={onClose} title={translate('asset.template.pick')} closeLabel={translate('action.close')}>
      <div className={styles.picker}>
        <SearchList
          label={label}
          items={templates.map((asset) => ({
            id: asset.id,
            label: asset.name,
            icon: <TemplatePicture asset={asset} />,
          }))}
          value={NO_SELECTION}
          onChange={([id]) => {
            const asset = templates.find((candidate) => candidate.id === id)
            if (asset) onPick(asset)
          }}
          {...{ text, isBusy }}
          onText={setText}
          emptyText={error === null ? emptyText : translate(getErrorMessageKey(error))}
          clearText={translate('asset.template.clear')}
          clearLabel={translate('asset.template.clear')}
          autoFocus
        />
      </div>
    </Dialog>
  )
}

const NO_SELECTION: readonly string[] = []

const TemplatePicture = ({ asset: { type, iconUrl } }: { asset: Asset }) => (
  <Plinth pigment={pigmentOf(type)} src={iconUrl} size={24} className={styles.picture}>
    <CubeIcon />
  </Plinth>
)
