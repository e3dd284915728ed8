import { lazy, type ReactElement, type ReactNode, Suspense, useRef } from 'react'
import { FocusableProvider } from 'react-aria/private/interactions/useFocusable'
import { useTooltipTrigger } from 'react-aria/useTooltipTrigger'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'

/** Fetched for the first tip that opens: placing an overlay is half of what a button needs. */
const TooltipBody = lazy(async () => ({ default: (await import('./TooltipBody.tsx')).TooltipBody }))

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** What the tip says; words or words with a {@link Kbd}. */
  tip: ReactNode
  /** The control it belongs to: one that React Aria can focus (Button, IconButton). */
  children: ReactElement
  /** Where it opens; it flips by itself where there is no room. Default `top`. */
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/** A short explanation of a control: after 400 ms under the pointer, at once on keyboard focus (look.md §7). */
export function Tooltip({ tip, children, placement = 'top' }: TooltipProps) {
  const trigger = useRef(null)
  const options = { delay: 400, closeDelay: 80 }
  const state = useTooltipTriggerState(options)
  const { triggerProps, tooltipProps } = useTooltipTrigger(options, state, trigger)
  const hasOpened = useRef(false)
  hasOpened.current ||= state.isOpen
  return (
    <>
      <FocusableProvider {...triggerProps} ref={trigger}>
        {children}
      </FocusableProvider>
      {hasOpened.current && (
        <Suspense fallback={null}>
          <TooltipBody {...tooltipProps} state={state} trigger={trigger} placement={placement}>
            {tip}
          </TooltipBody>
        </Suspense>
      )}
    </>
  )
}
