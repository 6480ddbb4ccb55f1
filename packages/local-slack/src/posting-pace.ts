/** The rate limit of posts into a channel. */
export interface PostingPace {
  /** Counts a post. Returns 0 if it may pass, or the milliseconds to wait. */
  take(channel: string): number;
}

// https://docs.slack.dev/apis/web-api/rate-limits: one message a second a channel, short bursts above it allowed
const postsPerMs = 1 / 1000;
const burst = 4;

/** A bucket for each channel, which holds four posts and gains one a second. */
export function createPostingPace(now: () => number): PostingPace {
  const buckets = new Map<string, { posts: number; at: number }>();
  return {
    take(channel) {
      const at = now();
      const bucket = buckets.get(channel) ?? { posts: burst, at };
      const posts = Math.min(burst, bucket.posts + (at - bucket.at) * postsPerMs);
      buckets.set(channel, { posts: posts >= 1 ? posts - 1 : posts, at });
      return posts >= 1 ? 0 : Math.ceil((1 - posts) / postsPerMs);
    },
  };
}
