import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import { XIcon } from '@phosphor-icons/react/X'
import { type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button, ComboBox, ComboBoxStateContext, Input, ListBox, Popover } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import styles from './ChoicesField.module.css'
import { classes } from './classes.ts'
import fields from './Field.module.css'
import { FieldFoot, FieldHead, type FieldWords } from './FieldParts.tsx'
import { given } from './given.ts'
import { Icon } from './Icon.tsx'
import listing from './Listing.module.css'
import { type Choice, ChoiceMark, Option } from './Option.tsx'

/** Props of {@link ChoicesField}. */
export interface ChoicesFieldProps extends FieldWords {
  /** What can be chosen. */
  items: readonly Choice[]
  /** What is chosen, with its labels. */
  value: readonly Choice[]
  onChange: (ids: string[]) => void
  /** Told what is typed; where the items are all there are, they are narrowed here too. */
  onType?: ((text: string) => void) | undefined
  onBlur?: (() => void) | undefined
  placeholder: string
  words: {
    /** The button that takes the choice with this label back. */
    removeOf: (label: string) => string
    show: string
    /** What the list says when nothing matches. */
    none: string
  }
  isDisabled?: boolean | undefined
  className?: string | undefined
}

/** A form's choice of several: chips for what is chosen, and a field that narrows a list as one types. */
export function ChoicesField(props: ChoicesFieldProps) {
  const { label, labelEnd, description, error, items, value, onChange, onType, onBlur, placeholder, words } = props
  // The same array for the same choices: the combo box empties its field for another one, whatever it holds.
  const key = JSON.stringify(value.map(({ id }) => id))
  const ids = useMemo((): string[] => JSON.parse(key), [key])
  const without = (id: string) => onChange(ids.filter((chosen) => chosen !== id))
  return (
    <ComboBox
      {...given({ onBlur, onInputChange: onType, isDisabled: props.isDisabled })}
      selectionMode="multiple"
      menuTrigger="focus"
      allowsEmptyCollection
      defaultItems={items}
      value={ids}
      onChange={(keys) => onChange(keys.map(String))}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={classes(fields.field, props.className)}
    >
      <FieldHead label={label} labelEnd={labelEnd} />
      <Group className={classes(fields.input, styles.control)}>
        {value.map((choice) => (
          <span key={choice.id} className={styles.chip}>
            <ChoiceMark {...choice} />
            <span className={styles.words}>{choice.label}</span>
            <Button
              slot={null}
              className={styles.remove!}
              aria-label={words.removeOf(choice.label)}
              onPress={() => without(choice.id)}
            >
              <Icon size="xs">
                <XIcon weight="bold" />
              </Icon>
            </Button>
          </span>
        ))}
        <TypedInput placeholder={placeholder} ids={ids} onChange={onChange} />
        <Button className={styles.show!} aria-label={words.show}>
          <Icon size="sm">
            <CaretUpDownIcon />
          </Icon>
        </Button>
      </Group>
      <FieldFoot description={description} error={error} />
      <KeptPopover>
        <ListBox className={listing.list!} renderEmptyState={() => <div className={listing.none}>{words.none}</div>}>
          {(choice: Choice) => <Option choice={choice} />}
        </ListBox>
      </KeptPopover>
    </ComboBox>
  )
}

/** A text as it is compared: whatever its case and accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Where one types: Enter takes the first of what matches, Backspace in the empty field takes the last choice back. */
function TypedInput({
  placeholder,
  ids,
  onChange,
}: {
  placeholder: string
  ids: string[]
  onChange: (ids: string[]) => void
}) {
  const state = useContext(ComboBoxStateContext)
  const takeFirst = (typed: string) => {
    // Who types fast and presses Enter is ahead of the list, which then still holds what matched before.
    const matching = [...(state?.collection ?? [])].filter(({ textValue }) => fold(textValue).includes(fold(typed)))
    const first = matching.map(({ key }) => String(key)).find((id) => !ids.includes(id))
    if (first === undefined) return
    onChange([...ids, first])
    state?.setInputValue('')
  }
  return (
    <Input
      placeholder={placeholder}
      // Before the combo box hears of it, which by itself empties a field of which nothing in the list has the focus.
      onKeyDownCapture={(event) => {
        const isOpenChoice =
          event.key === 'Enter' && !event.nativeEvent.isComposing && state?.selectionManager.focusedKey == null
        const typed = event.currentTarget.value.trim()
        if (!isOpenChoice || typed === '') return
        event.preventDefault()
        event.stopPropagation()
        takeFirst(typed)
      }}
      onKeyDown={(event) => {
        const last = ids.at(-1)
        if (event.key === 'Backspace' && event.currentTarget.value === '' && last !== undefined)
          onChange(ids.filter((id) => id !== last))
      }}
    />
  )
}

/**
 * The list below the field, which stays while what holds the field scrolls: the focus that opens it brings the field into
 * view, and the list goes with the field. A popover by itself would close.
 */
function KeptPopover({ children }: { children: ReactNode }) {
  const state = useContext(ComboBoxStateContext)
  const isOpen = state?.isOpen
  const isScrolling = useRef(false)
  const [isOdd, setIsOdd] = useState(false)
  const hold = useEffectEvent(() => {
    if (!isOpen) return
    isScrolling.current = true
    setIsOdd((before) => !before)
    setTimeout(() => {
      isScrolling.current = false
    })
  })
  useEffect(() => {
    // Heard before the popover's own listener, which is added when it opens.
    const keep = () => hold()
    window.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', keep, { capture: true })
  }, [])
  return (
    <Popover
      {...given({ isOpen })}
      onOpenChange={(isWanted) => {
        if (!isWanted && !isScrolling.current) state?.close()
      }}
      className={listing.pop!}
      offset={4}
      placement="bottom start"
      // It has no arrow: another number is how it is asked to look for its place anew.
      arrowBoundaryOffset={isOdd ? 1 : 0}
    >
      {children}
    </Popover>
  )
}
