import { useState } from 'react'
import { getErrorMessageKey } from '../../../api/contract/errors.ts'
import { PromptDialog } from '../../form/PromptDialog.tsx'
import { Button } from '../../kit/Button.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Skeleton } from '../../kit/feedback/Skeleton.tsx'
import { Checkbox } from '../../kit/fields/Checkbox.tsx'
import type { MessageKey } from '../../message-key.ts'
import { useQuery } from '../../use-query.ts'
import type { BulkAction } from '../bulk-action.ts'
import { translateLabel } from '../label.ts'
import { useListTranslate } from '../use-list-translate.ts'
import styles from './ChoicesDialog.module.css'

type ChoiceOptions = Required<Pick<BulkAction<never>, 'choices' | 'multiChoice'>>

export interface ChoicesDialogProps extends Readonly<ChoiceOptions['multiChoice']> {
  /** Number of affected rows. */
  n: number
  verb: MessageKey
  choices: ChoiceOptions['choices']
  /** Called with the ids of the selected choices, at least one. */
  onPicked: (ids: readonly string[]) => void
  onClose: () => void
}

/** Dialog in which the user selects several choices for a bulk action. */
export function ChoicesDialog({ title, why, none, n, verb, choices, onPicked, onClose }: ChoicesDialogProps) {
  const translate = useListTranslate()
  const [pickedIds, setPickedIds] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery({
    // Action titles are unique across all lists, so lists never share cached choices.
    queryKey: title,
    queryFn: (_, signal) => choices(signal),
    cacheName: 'bulk choices',
  })
  const options = data ?? []
  const toggle = (id: string) =>
    setPickedIds(pickedIds.includes(id) ? pickedIds.filter((it) => it !== id) : [...pickedIds, id])
  const isAll = options.every(({ id }) => pickedIds.includes(id))
  return (
    <PromptDialog
      title={translate(title, { n })}
      submitLabel={translate(verb)}
      submit={{ disabled: pickedIds.length === 0 }}
      className={styles.form}
      onSubmit={() => pickedIds.length > 0 && onPicked(pickedIds)}
      onClose={onClose}
    >
      <p>{translate(why)}</p>
      {error !== null ? (
        <Notice
          tone="bad"
          action={
            <Button size="sm" variant="ghost" onClick={refetch}>
              {translate('action.retry')}
            </Button>
          }
        >
          {translate(getErrorMessageKey(error))}
        </Notice>
      ) : data === undefined ? (
        <Skeleton width={180} />
      ) : (
        <ul className={styles.picks}>
          {options.length === 0 && <li>{translate(none)}</li>}
          {options.length > 1 && (
            <li>
              <ChoiceRow
                label={translate('list.pickAll')}
                isChecked={isAll}
                isIndeterminate={!isAll && pickedIds.length > 0}
                onPress={() => setPickedIds(isAll ? [] : options.map(({ id }) => id))}
              />
            </li>
          )}
          {options.map((choice) => (
            <li key={choice.id}>
              <ChoiceRow
                label={translateLabel(choice.label, translate)}
                isChecked={pickedIds.includes(choice.id)}
                onPress={() => toggle(choice.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </PromptDialog>
  )
}

interface ChoiceRowProps {
  label: string
  isChecked: boolean
  isIndeterminate?: boolean
  onPress: () => void
}

function ChoiceRow(props: ChoiceRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the label's control
    <label>
      <Checkbox {...props} />
      <span aria-hidden="true">{props.label}</span>
    </label>
  )
}
