import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

export const health = {
  get: endpoint({
    method: 'GET',
    path: 'health',
    summary: 'Answers 200 once the server can serve.',
    access: 'anyone',
    returns: v.object({ status: v.literal('ok') }),
  }),
}
