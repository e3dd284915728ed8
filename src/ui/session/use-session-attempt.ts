import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { SessionEvent } from '../../machines/session/session.ts'
import { useAtelier } from '../context.ts'
import { useTimeTravel } from '../time-travel.ts'

/** Session states in which a code is expected. */
const CODE_STATES: readonly unknown[] = ['awaitingCode', 'checkingCode', 'resendingCode']

/** Sends events to the session machine. Returns an error or notice only after this component has sent an event. */
export function useSessionAttempt() {
  const { session } = useAtelier()
  const { value, context } = useSelector(useTimeTravel(session), (snapshot) => snapshot)
  const [wasTried, setTried] = useState(false)
  const send = (event: SessionEvent) => {
    setTried(true)
    session.send(event)
  }
  return {
    attempt: send,
    wasTried,
    isAwaitingCode: CODE_STATES.includes(value),
    /** Type of the attempt in progress. */
    attempting: context.attempt?.type,
    data: context.data,
    /** Address to which the code was mailed. */
    email: context.email,
    error: wasTried ? context.error : null,
    notice: wasTried ? context.notice : null,
  }
}
