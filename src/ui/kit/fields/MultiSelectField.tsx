import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import { XIcon } from '@phosphor-icons/react/X'
import { type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button, ComboBox, ComboBoxStateContext, Input, ListBox, Popover } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import fields from '../Field.module.css'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import listing from '../Listing.module.css'
import { omitUndefinedProps } from '../omit-undefined-props.ts'
import type { FieldText } from './BareField.tsx'
import { FieldFoot, FieldHead } from './FieldParts.tsx'
import { type Choice, ChoiceIcon, ListBoxOption } from './ListBoxOption.tsx'
import styles from './MultiSelectField.module.css'

export interface MultiSelectFieldProps extends FieldText {
  items: readonly Choice[]
  value: readonly Choice[]
  onChange: (ids: string[]) => void
  /** Called with the typed text. The field also filters `items` by this text. */
  onType?: ((text: string) => void) | undefined
  onBlur?: (() => void) | undefined
  placeholder: string
  words: {
    /** Returns the label of the button that removes the choice with this label. */
    removeOf: (label: string) => string
    show: string
    /** Text of the list when nothing matches. */
    none: string
  }
  isDisabled?: boolean | undefined
  className?: string | undefined
}

/** Form field for several choices: chips of the selected choices, and a text field that filters a list. */
export function MultiSelectField(props: MultiSelectFieldProps) {
  const { label, labelEnd, description, error, items, value, onChange, onType, onBlur, placeholder, words } = props
  // Memoised by content, because the combo box clears its text field whenever it receives another array.
  const key = JSON.stringify(value.map(({ id }) => id))
  const ids = useMemo((): string[] => JSON.parse(key), [key])
  const removeChoice = (id: string) => onChange(ids.filter((chosenId) => chosenId !== id))
  return (
    <ComboBox
      {...omitUndefinedProps({ onBlur, onInputChange: onType, isDisabled: props.isDisabled })}
      selectionMode="multiple"
      menuTrigger="focus"
      allowsEmptyCollection
      defaultItems={items}
      value={ids}
      onChange={(keys) => onChange(keys.map(String))}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      className={joinClassNames(fields.field, props.className)}
    >
      <FieldHead label={label} labelEnd={labelEnd} />
      <Group className={joinClassNames(fields.input, styles.control)}>
        {value.map((choice) => (
          <span key={choice.id} className={styles.chip}>
            <ChoiceIcon {...choice} />
            <span className={styles.words}>{choice.label}</span>
            <Button
              slot={null}
              className={styles.remove!}
              aria-label={words.removeOf(choice.label)}
              onPress={() => removeChoice(choice.id)}
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
      <ScrollStablePopover>
        <ListBox className={listing.list!} renderEmptyState={() => <div className={listing.none}>{words.none}</div>}>
          {(choice: Choice) => <ListBoxOption choice={choice} />}
        </ListBox>
      </ScrollStablePopover>
    </ComboBox>
  )
}

/** Normalises a text for comparison without case and accents. */
const normalizeText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Text field of the combo box. Enter selects the first match; Backspace in the empty field removes the last choice. */
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
  const chooseFirstMatch = (typed: string) => {
    // Filters again, because after fast typing the list may still match an earlier text.
    const matching = [...(state?.collection ?? [])].filter(({ textValue }) =>
      normalizeText(textValue).includes(normalizeText(typed)),
    )
    const first = matching.map(({ key }) => String(key)).find((id) => !ids.includes(id))
    if (first === undefined) return
    onChange([...ids, first])
    state?.setInputValue('')
  }
  return (
    <Input
      placeholder={placeholder}
      // Capture phase, because the combo box clears the text on Enter when no option is focused.
      onKeyDownCapture={(event) => {
        const isOpenChoice =
          event.key === 'Enter' && !event.nativeEvent.isComposing && state?.selectionManager.focusedKey == null
        const typed = event.currentTarget.value.trim()
        if (!isOpenChoice || typed === '') return
        event.preventDefault()
        event.stopPropagation()
        chooseFirstMatch(typed)
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
 * Popover that stays open while an ancestor of the field scrolls. Focus may scroll the field into view, and React Aria closes
 * popovers on scroll.
 */
function ScrollStablePopover({ children }: { children: ReactNode }) {
  const state = useContext(ComboBoxStateContext)
  const isOpen = state?.isOpen
  const isScrolling = useRef(false)
  const [isShifted, setIsShifted] = useState(false)
  const forcePosition = useEffectEvent(() => {
    if (!isOpen) return
    isScrolling.current = true
    setIsShifted((wasShifted) => !wasShifted)
    setTimeout(() => {
      isScrolling.current = false
    })
  })
  useEffect(() => {
    // Registered at mount, so that this listener runs before the one of an open popover.
    const onScroll = () => forcePosition()
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', onScroll, { capture: true })
  }, [])
  return (
    <Popover
      {...omitUndefinedProps({ isOpen })}
      onOpenChange={(isWanted) => {
        if (!isWanted && !isScrolling.current) state?.close()
      }}
      className={listing.pop!}
      offset={4}
      placement="bottom start"
      // No arrow is shown. A change of this number makes the popover update its position.
      arrowBoundaryOffset={isShifted ? 1 : 0}
    >
      {children}
    </Popover>
  )
}
