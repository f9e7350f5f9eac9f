import { wrongType } from '../../src/flow/index.ts';

/** A link that is about to be enqueued, as Crawlee passes it to `transformRequestFunction`. */
export interface LinkedRequest {
  url: string;
}

/** What a function of the user's makes of a link: the link, changed or not, or nothing. Crawlee 4 also has words for both. */
export type Transformed<Request> = Request | 'unchanged' | 'skip' | false | null | undefined;

/** Leaves out links to pages that are already stored. Also combines this with a function of the caller's. */
export interface TransformRequest {
  /** The request, or false if it need not be enqueued. */
  <Request extends LinkedRequest>(request: Request): Request | false;
  /** Returns a function that applies the user's own function first. */
  <Request extends LinkedRequest>(
    own: (request: Request) => Transformed<Request>,
  ): (request: Request) => Request | false;
}

/** A {@link TransformRequest} that leaves out the requests for which `drops` is true. */
export function transformRequestBy(drops: (request: LinkedRequest) => boolean): TransformRequest {
  function transform<Request extends LinkedRequest>(request: Request): Request | false;
  function transform<Request extends LinkedRequest>(
    own: (request: Request) => Transformed<Request>,
  ): (request: Request) => Request | false;
  function transform(given: LinkedRequest | ((request: LinkedRequest) => Transformed<LinkedRequest>)) {
    if (typeof given !== 'function') {
      if (Object(given) !== given) throw wrongType('transformRequest', 'a link or a function', given);
      return drops(given) ? false : given;
    }
    return (request: LinkedRequest) => {
      const changed = transformedLink(request, given);
      return changed && !drops(changed) ? changed : false;
    };
  }
  return transform;
}

/** A link as the user's own `transformRequestFunction` changes it; false if it is left out. */
export function transformedLink<Request extends object>(
  request: Request,
  own: (request: Request) => Transformed<Request>,
): Request | false {
  const changed = own(request);
  if (changed === 'unchanged') return request;
  return changed && changed !== 'skip' ? changed : false;
}
