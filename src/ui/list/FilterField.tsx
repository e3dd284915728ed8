import { CheckIcon } from '@phosphor-icons/react/Check'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components/ToggleButtonGroup'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { ChoiceMark } from '../kit/Option.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { AutocompleteField } from './AutocompleteField.tsx'
import type { FilterDefinition } from './definition.ts'
import { FilterControl } from './FilterControl.tsx'
import styles from './FilterSheet.module.css'
import { choicesOf, valuesOf } from './filter-values.ts'

/** Props of {@link FilterField}. */
export interface FilterFieldProps {
  filter: FilterDefinition
  value: unknown
  onChange: (value: unknown) => void
}

/** The most options that stand side by side in one line, and letters for which a phone has room there. */
const SEGMENTS = 3
const LETTERS = 34

/** A filter of the overlay, its options in plain sight: a line of one choice, or pills. */
export function FilterField({ filter, value, onChange }: FilterFieldProps) {
  const { translate } = useAtelier()
  const label = translate(filter.placeholder)
  const choices = choicesOf(filter, translate)
  const chosen = valuesOf(value)
  const isMultiple = filter.type === 'multi-select'
  if (filter.type === 'text')
    return <FilterControl filter={filter} value={value} onChange={onChange} className={styles.wide} />
  if (filter.type === 'autocomplete') return <AutocompleteField filter={filter} value={value} onChange={onChange} />
  const none = { id: '', label: translate(filter.position === 'head' ? 'list.all' : 'list.any') }
  const items = filter.preselectValue ? choices : [none, ...choices]
  const letters = items.reduce((sum, { label }) => sum + label.length, 0)
  return (
    <div className={styles.field}>
      <span className={styles.label}>
        {label}
        {isMultiple && chosen.length > 0 && <span>{translate('list.chosen', { n: chosen.length })}</span>}
      </span>
      {!isMultiple && choices.length <= SEGMENTS && letters <= LETTERS ? (
        <Segmented label={label} wide items={items} value={chosen[0] ?? ''} onChange={(id) => onChange(id)} />
      ) : (
        <ToggleButtonGroup
          aria-label={label}
          selectionMode={isMultiple ? 'multiple' : 'single'}
          selectedKeys={chosen}
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
                    <ChoiceMark icon={choice.icon} pigment={choice.pigment} />
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
