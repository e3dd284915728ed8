import { CheckIcon } from '@phosphor-icons/react/Check'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { ChoiceIcon } from '../../kit/fields/ListBoxOption.tsx'
import { SegmentedControl } from '../../kit/fields/SegmentedControl.tsx'
import { Icon } from '../../kit/Icon.tsx'
import type { FilterDefinition } from '../definition.ts'
import { useListTranslate } from '../use-list-translate.ts'
import { AutocompleteField } from './AutocompleteField.tsx'
import { FilterControl } from './FilterControl.tsx'
import styles from './FilterSheet.module.css'
import { toChoices, toValueList } from './filter-values.ts'

export interface FilterFieldProps {
  filter: FilterDefinition
  value: unknown
  onChange: (value: unknown) => void
}

/** Limits of a segmented control: number of options, and of characters that fit in one line on a phone. */
const MAX_SEGMENTS = 3
const MAX_SEGMENT_CHARS = 34

/** Filter in the All Filters overlay, with all options visible. */
export function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const translate = useListTranslate()
  const label = translate(filter.placeholder)
  const choices = toChoices(filter, translate)
  const chosenIds = toValueList(value)
  const isMultiple = filter.type === 'multi-select'
  if (filter.type === 'text')
    return <FilterControl filter={filter} value={value} onChange={onChange} className={styles.wide} />
  if (filter.type === 'autocomplete') return <AutocompleteField filter={filter} value={value} onChange={onChange} />
  const noneChoice = { id: '', label: translate(filter.position === 'head' ? 'list.all' : 'list.any') }
  const items = filter.preselectValue ? choices : [noneChoice, ...choices]
  const labelLength = items.reduce((sum, { label }) => sum + label.length, 0)
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {label}
        {isMultiple && chosenIds.length > 0 && <span>{translate('list.chosen', { n: chosenIds.length })}</span>}
      </span>
      {!isMultiple && choices.length <= MAX_SEGMENTS && labelLength <= MAX_SEGMENT_CHARS ? (
        <SegmentedControl label={label} wide items={items} value={chosenIds[0] ?? ''} onChange={(id) => onChange(id)} />
      ) : (
        <ToggleButtonGroup
          aria-label={label}
          selectionMode={isMultiple ? 'multiple' : 'single'}
          selectedKeys={chosenIds}
          onSelectionChange={(keys) => onChange(isMultiple ? Array.from(keys, String) : Array.from(keys, String)[0])}
          className={styles.pills!}
        >
          {choices.map((choice) => (
            <ToggleButton key={choice.id} id={choice.id} className={styles.pill!}>
              {({ isSelected }) => (
                <>
                  {isSelected ? (
                    <Icon size="xs">
                      <CheckIcon weight="bold" />
                    </Icon>
                  ) : (
                    <ChoiceIcon icon={choice.icon} pigment={choice.pigment} />
                  )}
                  {choice.label}
                </>
              )}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </div>
  )
}
