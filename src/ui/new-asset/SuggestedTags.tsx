import { CheckIcon } from '@phosphor-icons/react/Check'
import { PlusIcon } from '@phosphor-icons/react/Plus'
import { guessTags, pickSignificantWords } from '../../machines/new-asset/guess-tags.ts'
import { Button } from '../kit/Button.tsx'
import type { Choice } from '../kit/fields/ListBoxOption.tsx'
import { assetMessages } from '../messages/asset.ts'
import { formMessages } from '../messages/form.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelNames } from './model-names.ts'
import styles from './NewAssetForm.module.css'
import type { LoadChoices } from './use-choices.ts'

export interface SuggestedTagsProps {
  model: ModelNames
  load: LoadChoices
  chosen: readonly string[]
  onAdd: (tag: Choice) => void
  /** Ids of tags that all assets of the queue get. These tags are not suggested. */
  ofAll?: readonly string[]
  /** Removes a tag. If given, chosen tags are listed here, because the row has no tag field. */
  onRemove?: ((id: string) => void) | undefined
}

/** Tags suggested by a model's names. A press adds a tag. Renders nothing without suggestions. */
export function SuggestedTags(props: SuggestedTagsProps) {
  const { model, load, chosen, ofAll = [], onAdd, onRemove } = props
  const { fileName, parts } = model
  const translate = useTranslate(assetMessages, formMessages)
  const words = pickSignificantWords(fileName, parts).join(' ')
  const { data } = useQuery({
    inspectorLabel: 'tags',
    queryKey: words || null,
    queryFn: (searchWords, signal) => loadMatchingTags(load, searchWords, signal),
  })
  const suggestedTags = guessTags(fileName, parts, data ?? [])
  const addedTags = data && onRemove ? chosen.filter((id) => !suggestedTags.some((tag) => tag.id === id)) : []
  const tags: readonly Choice[] = [
    ...suggestedTags.filter(({ id }) => (chosen.includes(id) ? onRemove : !ofAll.includes(id))),
    ...addedTags.map((id) => data?.find((tag) => tag.id === id) ?? { id, label: translate('activity.gone.tags') }),
  ]
  if (tags.length === 0) return null
  return (
    <p className={styles.suggested}>
      {translate('new.tags.suggested')}
      {tags.map((tag) => {
        const isChosen = chosen.includes(tag.id)
        return (
          <Button
            key={tag.id}
            size="sm"
            icon={isChosen ? <CheckIcon /> : <PlusIcon />}
            aria-pressed={onRemove ? isChosen : undefined}
            onClick={() => (isChosen ? onRemove?.(tag.id) : onAdd(tag))}
          >
            {tag.label}
          </Button>
        )
      })}
    </p>
  )
}

/** Loads all tags if they fit one page. Otherwise loads the tags that match one of the words. */
async function loadMatchingTags(load: LoadChoices, words: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const firstPage = await load('', signal)
  if (!firstPage.hasMore) return firstPage.items
  const pages = await Promise.all(words.split(' ').map((word) => load(word, signal)))
  return [...new Map(pages.flatMap(({ items }) => items).map((choice) => [choice.id, choice])).values()]
}
