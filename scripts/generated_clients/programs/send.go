// Sends five requests by the generated Go client: URL KEY.
package main

import (
	"context"
	"log"
	"net/http"
	"os"

	client "generated.example/talent/client"
)

func ok[T any](answer *T, response *http.Response, failure error) *T {
	if failure != nil {
		log.Fatalf("%v: %+v", failure, response)
	}
	return answer
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	configuration.AddDefaultHeader("x-api-key", os.Args[2])
	api := client.NewAPIClient(configuration)
	ctx := context.Background()

	interview := client.NewCreateInterview("Generated", "Generated", "standard")
	made := ok(api.InterviewsAPI.CreateInterview(ctx).CreateInterview(*interview).Execute())
	if made.Data.Interview.Title != "Generated" {
		log.Fatal("another title")
	}
	for _, email := range []string{"go@example.com", "gopher@example.com"} {
		candidate := client.NewCreateCandidate("Ada", "Example", email, "+14155550123")
		created := ok(api.CandidatesAPI.CreateCandidate(ctx).CreateCandidate(*candidate).Execute())
		if created.Data.FirstName != "Ada" {
			log.Fatal("another name")
		}
	}
	first := ok(api.CandidatesAPI.ListCandidates(ctx).Cursor("").PageSize(1).Execute())
	next := first.Meta.GetNextCursor()
	if next == "" {
		log.Fatal("no cursor")
	}
	second := ok(api.CandidatesAPI.ListCandidates(ctx).Cursor(next).PageSize(1).Execute())
	if first.Data.Candidates[0].Id == second.Data.Candidates[0].Id {
		log.Fatal("the same candidate twice")
	}
}
