import { PlusIcon } from '@phosphor-icons/react/Plus'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { Tag, TagColor } from '../../api/contract/tags.ts'
import { abilityOf, may } from '../../machines/rules/ability.ts'
import { useAtelier } from '../context.ts'
import { ChoicesField } from '../kit/ChoicesField.tsx'
import type { Choice } from '../kit/Option.tsx'
import type { AssetActor } from './use-asset.ts'

/** The choice that makes a tag of what is typed. */
const NEW = 'new'

/** Props of {@link TagsField}. */
export interface TagsFieldProps {
  actor: AssetActor
  asset: Asset
  /** The tags that there are. */
  tags: readonly Tag[]
}

/** A field to add and remove tags, and to make one of what is typed. Each change is saved at once. */
export function TagsField({ actor, asset, tags }: TagsFieldProps) {
  const { session, translate } = useAtelier()
  const [typed, setTyped] = useState('')
  const ability = abilityOf(useSelector(session, ({ context }) => context.data?.token))
  const choices = tags.map(({ tagId, name, color }): Choice => ({ id: tagId, label: name, pigment: color as TagColor }))
  const name = typed.trim()
  const isNew =
    name !== '' && tags.every((tag) => tag.name.localeCompare(name, undefined, { sensitivity: 'base' }) !== 0)
  // As it was typed: the list is narrowed by that, blanks and all.
  const maker: Choice = { id: NEW, label: translate('asset.tags.make', { name: typed }), icon: <PlusIcon /> }
  const change = (ids: readonly string[]) => {
    const added = ids.find((id) => !asset.tags.includes(id))
    const removed = asset.tags.find((id) => !ids.includes(id))
    if (added === NEW) actor.send({ type: 'command.requested', command: { do: 'makeTag', name } })
    else if (added) actor.send({ type: 'command.requested', command: { do: 'tag', tagId: added, isOn: true } })
    else if (removed) actor.send({ type: 'command.requested', command: { do: 'tag', tagId: removed, isOn: false } })
  }
  return (
    <ChoicesField
      label={translate('asset.tags')}
      placeholder={translate('asset.tags.add')}
      items={isNew && may(ability, 'create', 'Tag') ? [...choices, maker] : choices}
      value={asset.tags.map((id) => choices.find((choice) => choice.id === id) ?? { id, label: id })}
      onChange={change}
      onType={setTyped}
      words={{
        removeOf: (label) => translate('asset.tags.remove', { label }),
        show: translate('asset.tags.add'),
        none: translate('asset.tags.none'),
      }}
    />
  )
}
