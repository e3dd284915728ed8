import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { Tag, TagColor } from '../../api/contract/tags.ts'
import { abilityOf, can } from '../../machines/session/ability.ts'
import { useAtelier } from '../context.ts'
import type { Choice } from '../kit/fields/ListBoxOption.tsx'
import { MultiSelectField } from '../kit/fields/MultiSelectField.tsx'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import type { AssetActor } from './use-asset.ts'

const NEW_TAG_ID = 'new'

export interface TagsFieldProps {
  actor: AssetActor
  asset: Asset
  tags: readonly Tag[]
}

/** Field that adds, removes and creates tags. Each change is saved immediately. */
export function TagsField({ actor, asset, tags }: TagsFieldProps) {
  const translate = useTranslate(assetMessages)
  const { session } = useAtelier()
  const [typed, setTyped] = useState('')
  const ability = abilityOf(useSelector(session, ({ context }) => context.data?.token))
  const choices = tags.map(({ tagId, name, color }): Choice => ({ id: tagId, label: name, pigment: color as TagColor }))
  const name = typed.trim()
  const isNew =
    name !== '' && tags.every((tag) => tag.name.localeCompare(name, undefined, { sensitivity: 'base' }) !== 0)
  // Uses the untrimmed text, because the list filters its items by the typed text.
  const newTagChoice: Choice = {
    id: NEW_TAG_ID,
    label: translate('asset.tags.make', { name: typed }),
    icon: <PlusIcon />,
  }
  const changeTags = (ids: readonly string[]) => {
    const addedId = ids.find((id) => !asset.tags.includes(id))
    const removed = asset.tags.find((id) => !ids.includes(id))
    if (addedId === NEW_TAG_ID) actor.send({ type: 'command.requested', command: { do: 'makeTag', name } })
    else if (addedId) actor.send({ type: 'command.requested', command: { do: 'tag', tagId: addedId, isOn: true } })
    else if (removed) actor.send({ type: 'command.requested', command: { do: 'tag', tagId: removed, isOn: false } })
  }
  return (
    <MultiSelectField
      label={translate('asset.tags')}
      placeholder={translate('asset.tags.add')}
      items={isNew && can(ability, 'create', 'Tag') ? [...choices, newTagChoice] : choices}
      value={asset.tags.map((id) => choices.find((choice) => choice.id === id) ?? { id, label: id })}
      onChange={changeTags}
      onType={setTyped}
      words={{
        removeOf: (label) => translate('asset.tags.remove', { label }),
        show: translate('asset.tags.add'),
        none: translate('asset.tags.none'),
      }}
    />
  )
}
